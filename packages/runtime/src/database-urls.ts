import { accessSync, constants } from 'node:fs';

export const DATABASE_URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;

type DatabaseUrls = Readonly<Record<(typeof DATABASE_URLS)[number], string>>;

/** The files that a connection URL may name. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

const NEEDS_SESSIONS =
  'DATABASE_DIRECT_URL: must lead to PostgreSQL itself when DATABASE_URL has pgbouncer=true, ' +
  'because migrations and LISTEN need a session';

/** One line for each URL that the driver would reject at the first connection, or that cannot serve its purpose. */
export function databaseUrlProblems(urls: DatabaseUrls): string[] {
  const given = DATABASE_URLS.filter((name) => urls[name] !== '');
  const unusable = given.filter((name) => !URL.canParse(urls[name]));
  if (unusable.length > 0) return unusable.map((name) => `${name}: is not a URL`);
  const problems = given.flatMap((name) => unreadableFiles(name, new URL(urls[name])));
  const direct = new URL(urls.DATABASE_DIRECT_URL || urls.DATABASE_URL);
  return direct.searchParams.get('pgbouncer') === 'true' ? [...problems, NEEDS_SESSIONS] : problems;
}

function unreadableFiles(name: string, { searchParams }: URL): string[] {
  return FILES.flatMap((file) => {
    const path = searchParams.get(file);
    return path === null || isReadable(path) ? [] : [`${name}: ${file} cannot be read: ${path}`];
  });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
