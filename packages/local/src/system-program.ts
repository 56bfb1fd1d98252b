import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Environment variables of a process. */
export type Environment = Record<string, string | undefined>;

/** A program that the system's package manager can install. */
export interface SystemProgram {
  /** The display name. */
  readonly label: string;
  /** Alternative commands, any of which is sufficient. */
  readonly commands: readonly string[];
  /** The package name in Debian and Ubuntu. */
  readonly apt: string;
  /** The service that the package would start. */
  readonly service: string;
  readonly brew: string;
  /** What to do if it cannot be installed. */
  readonly advice: string;
}

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
const aptScript = ({ apt, service }: SystemProgram) => `
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

function searchPath(env: Environment): string {
  return [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders].join(delimiter);
}

async function find(commands: readonly string[], env: Environment): Promise<string | undefined> {
  const places = commands.flatMap((command) =>
    searchPath(env)
      .split(delimiter)
      .map((folder) => join(folder, command)),
  );
  for (const path of places) {
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return undefined;
}

interface Installing {
  readonly program: SystemProgram;
  readonly env: Environment;
  readonly log: (line: string) => void;
}

/** Runs an installer and reports its latest line as progress. */
function install(command: string, args: string[], { program, env, log }: Installing): Promise<void> {
  const { label, advice } = program;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-4000);
        const line = chunk.trim().split('\n').at(-1)?.trim();
        if (line) log(`installing ${label}: ${line.slice(0, 100)}`);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${label} could not be installed (${output.trim().split('\n').at(-1)}). ${advice}`));
    });
  });
}

function hasSudo(env: Environment): Promise<boolean> {
  return run('sudo', ['-n', 'true'], { env: env as NodeJS.ProcessEnv }).then(
    () => true,
    () => false,
  );
}

async function installWithApt(installing: Installing): Promise<void> {
  const { program, env } = installing;
  const quiet = { ...installing, env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' } };
  if (process.getuid?.() === 0) return install('sh', ['-c', aptScript(program)], quiet);
  if (!(await hasSudo(env))) throw new Error(`${program.label} is not installed. ${program.advice}`);
  const args = ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8', 'sh', '-c', aptScript(program)];
  return install('sudo', args, quiet);
}

/** Finds a program; installs it if the system's package manager can run without a prompt. */
export async function ensureProgram(
  program: SystemProgram,
  env: Environment,
  log: (line: string) => void,
): Promise<string> {
  const known = await find(program.commands, env);
  if (known) return known;
  const installing = { program, env: { ...env, PATH: searchPath(env) }, log };
  if (process.platform === 'linux' && (await find(['apt-get'], env))) await installWithApt(installing);
  else if (process.platform === 'darwin' && (await find(['brew'], env)))
    await install('brew', ['install', program.brew], installing);
  const installed = await find(program.commands, env);
  if (!installed) throw new Error(`${program.label} is not installed. ${program.advice}`);
  return installed;
}
