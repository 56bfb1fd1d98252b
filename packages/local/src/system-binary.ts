import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Environment variables of a process. */
export type Environment = Record<string, string | undefined>;

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

/** A program that a package of the system contains. */
export interface SystemBinary {
  /** What it is called in messages. */
  readonly label: string;
  /** The names of the program; the first one that is found is used. */
  readonly names: readonly string[];
  readonly debianPackage: string;
  readonly brewFormula: string;
  /** What to do when it cannot be installed. */
  readonly advice: string;
}

// Debian starts a newly installed service unless policy-rc.d forbids it. This script forbids only the service of the
// package, only while it runs, and does not replace an existing policy.
const aptScript = (name: string) => `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ] && [ ! -L "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT TERM HUP
  cat > "$policy" <<END
#!/bin/sh
# Temporary: keeps ${name}'s system service from starting while it is being installed.
kill -0 $$ 2>/dev/null || { rm -f "$policy"; exit 0; }
case "\\$1" in ${name}*) exit 101 ;; esac
END
  chmod 755 "$policy"
fi
apt-get -o DPkg::Lock::Timeout=120 update
apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${name}
`;

function searchPath(env: Environment): string {
  return [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders].join(delimiter);
}

async function find(command: string, env: Environment): Promise<string | undefined> {
  for (const folder of searchPath(env).split(delimiter)) {
    const path = join(folder, command);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return undefined;
}

async function findAny({ names }: SystemBinary, env: Environment): Promise<string | undefined> {
  for (const name of names) {
    const path = await find(name, env);
    if (path) return path;
  }
  return undefined;
}

interface Installation {
  readonly binary: SystemBinary;
  readonly env: Environment;
  readonly log: (line: string) => void;
}

/** Runs an installer and reports its latest line as progress. */
function install(command: string, args: string[], { binary, env, log }: Installation): Promise<void> {
  const { label, advice } = binary;
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

async function installWithApt(installation: Installation): Promise<void> {
  const { binary, env } = installation;
  const script = aptScript(binary.debianPackage);
  const quiet = { ...installation, env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' } };
  if (process.getuid?.() === 0) return install('sh', ['-c', script], quiet);
  if (!(await hasSudo(env))) throw new Error(`${binary.label} is not installed. ${binary.advice}`);
  const args = ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8', 'sh', '-c', script];
  return install('sudo', args, quiet);
}

/** Finds a program; installs its package if the system's package manager can run without a prompt. */
export async function ensureBinary(
  binary: SystemBinary,
  env: Environment,
  log: (line: string) => void,
): Promise<string> {
  const known = await findAny(binary, env);
  if (known) return known;
  const installation = { binary, env: { ...env, PATH: searchPath(env) }, log };
  if (process.platform === 'linux' && (await find('apt-get', env))) await installWithApt(installation);
  else if (process.platform === 'darwin' && (await find('brew', env)))
    await install('brew', ['install', binary.brewFormula], installation);
  const installed = await findAny(binary, env);
  if (!installed) throw new Error(`${binary.label} is not installed. ${binary.advice}`);
  return installed;
}
