import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const userName = 'slipway-postgres';
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The operating system user that a server runs as. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  const number = async (flag: string) => {
    const { stdout } = await run('id', [flag, name], { env: { PATH: systemPath } });
    return Number(stdout.trim());
  };
  try {
    return { name, uid: await number('-u'), gid: await number('-g') };
  } catch {
    return undefined;
  }
}

// useradd from shadow, adduser from Debian, adduser from BusyBox: most common first.
const creations: [string, string[]][] = [
  [
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
      userName,
    ],
  ],
  [
    'adduser',
    ['--system', '--group', '--no-create-home', '--home', '/nonexistent', '--shell', '/bin/false', userName],
  ],
  ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', userName]],
];

/**
 * PostgreSQL refuses to run as root. If this process is root, returns a user for the server and creates it if
 * necessary; otherwise returns undefined, and the server runs as the current user.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp(userName);
  if (known) return known;
  const reasons: string[] = [];
  for (const [command, args] of creations) {
    try {
      await run(command, args, { env: { PATH: systemPath } });
    } catch (error) {
      reasons.push((error as Error).message.trim().split('\n').at(-1) ?? command);
    }
    // Look it up even after a failure: another process may have created it at the same moment.
    const created = await lookUp(userName);
    if (created) return created;
  }
  const fallback = await lookUp('postgres');
  if (fallback) return fallback;
  throw new Error(
    `PostgreSQL cannot run as root and the user ${userName} could not be created (${reasons[0]}). ` +
      'Run as an ordinary user, or set DATABASE_URL.',
  );
}
