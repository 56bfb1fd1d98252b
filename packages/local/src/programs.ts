import { type Environment, findOrInstall, type SystemProgram } from './system-program.js';

/** Programs that the service or its tests run, and that the system's package manager can install. */
const programs = {
  ceph: {
    label: "Ceph's object gateway",
    commands: ['radosgw'],
    apt: 'radosgw ceph-mon ceph-osd',
    service: 'ceph*|radosgw',
    package: 'ceph-radosgw',
  },
  chromium: {
    label: 'Chromium',
    // The first has no windows, and uses three quarters of the CPU time of the second.
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    apt: 'chromium-headless-shell',
    package: 'chromium',
    alternative: 'set CHROMIUM_PATH',
  },
  faketime: { label: 'faketime', commands: ['faketime'], apt: 'faketime', package: 'libfaketime' },
  mono: { label: 'The C# compiler of Mono', commands: ['mcs'], apt: 'mono-mcs', package: 'mono' },
  nginx: { label: 'nginx', commands: ['nginx'], apt: 'nginx-light', service: 'nginx', package: 'nginx' },
  pgbouncer: { label: 'pgBouncer', commands: ['pgbouncer'], apt: 'pgbouncer', package: 'pgbouncer' },
  promtool: { label: 'promtool', commands: ['promtool'], apt: 'prometheus', package: 'prometheus' },
  redis: {
    label: 'Redis',
    commands: ['redis-server', 'valkey-server'],
    apt: 'redis-server',
    package: 'redis',
    alternative: 'set REDIS_URL to your own Redis server',
  },
} satisfies Record<string, SystemProgram>;

/** The path of a program; installs it if it is missing and that needs no prompt. */
export async function ensureProgram(
  name: keyof typeof programs,
  env: Environment = {},
  log: (line: string) => void = () => undefined,
): Promise<string> {
  if (name === 'chromium' && env.CHROMIUM_PATH !== undefined) return env.CHROMIUM_PATH;
  return findOrInstall(programs[name], env, log);
}
