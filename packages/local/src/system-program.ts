import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from './find-executable.js';
import { type Environment, type Installing, runInstaller, type SystemProgram } from './run-installer.js';
import { findUnpacked, unpackProgram } from './unpacked-program.js';

export type { Environment, SystemProgram } from './run-installer.js';

const run = promisify(execFile);
// Packages install servers here; the PATH of an ordinary user may omit some of these folders.
const usualFolders = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/homebrew/bin',
];

// Debian starts a newly installed service unless policy-rc.d forbids it. This script forbids only this service, only
// while it runs, and does not replace an existing policy.
const aptScript = ({ apt, service = apt }: SystemProgram) => `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ] && [ ! -L "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT TERM HUP
  cat > "$policy" <<END
#!/bin/sh
# Temporary: keeps the system service of ${service} from starting while it is being installed.
kill -0 $$ 2>/dev/null || { rm -f "$policy"; exit 0; }
case "\\$1" in ${service}*) exit 101 ;; esac
END
  chmod 755 "$policy"
fi
apt-get -o DPkg::Lock::Timeout=120 update
apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${apt}
`;

function searchFolders(env: Environment): string[] {
  return [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders];
}

const find = (commands: readonly string[], env: Environment) => findExecutable(commands, searchFolders(env));

function hasSudo(env: Environment): Promise<boolean> {
  return run('sudo', ['-n', 'true'], { env: env as NodeJS.ProcessEnv }).then(
    () => true,
    () => false,
  );
}

async function installWithApt(installing: Installing): Promise<void> {
  const { program, env } = installing;
  const quiet = { ...installing, env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' } };
  if (process.getuid?.() === 0) return runInstaller('sh', ['-c', aptScript(program)], quiet);
  if (!(await hasSudo(env))) return unpackProgram(quiet);
  const args = ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8', 'sh', '-c', aptScript(program)];
  return runInstaller('sudo', args, quiet);
}

/** Package managers and how a person installs a package with them. */
const managers = [
  { command: 'apt-get', install: 'apt-get install', name: ({ apt }: SystemProgram) => apt },
  { command: 'dnf', install: 'dnf install' },
  { command: 'apk', install: 'apk add' },
  { command: 'pacman', install: 'pacman -S' },
  { command: 'zypper', install: 'zypper install' },
  { command: 'brew', install: 'brew install', sudo: false },
];

/** What a person can do, with the command for this system. */
async function adviceFor(program: SystemProgram, env: Environment): Promise<string> {
  const { alternative } = program;
  const ending = alternative === undefined ? '.' : `, or ${alternative}.`;
  for (const { command, install, name, sudo = true } of managers) {
    if ((await find([command], env)) === undefined) continue;
    const prefix = sudo && process.getuid?.() !== 0 ? 'sudo ' : '';
    return `Install it with: ${prefix}${install} ${name?.(program) ?? program.package}${ending}`;
  }
  return `Install ${program.package}${ending}`;
}

async function install(installing: Installing): Promise<void> {
  const { program, env } = installing;
  if (process.platform === 'linux' && (await find(['apt-get'], env))) await installWithApt(installing);
  else if (process.platform === 'darwin' && (await find(['brew'], env)))
    await runInstaller('brew', ['install', program.package], installing);
}

/**
 * Finds a program. If it is missing, installs it if the system's package manager can run without a prompt; on Debian
 * and Ubuntu, a user without rights gets it unpacked into the checkout.
 */
export async function findOrInstall(
  program: SystemProgram,
  env: Environment,
  log: (line: string) => void,
): Promise<string> {
  const findIt = async () => (await find(program.commands, env)) ?? (await findUnpacked(program));
  const known = await findIt();
  if (known) return known;
  const full = { ...env, PATH: searchFolders(env).join(delimiter) };
  const failed = await install({ program, env: full, log }).then(
    () => '',
    (error: Error) => ` and could not be fetched (${error.message})`,
  );
  const installed = await findIt();
  if (installed) return installed;
  throw new Error(`${program.label} is not installed${failed}. ${await adviceFor(program, env)}`);
}
