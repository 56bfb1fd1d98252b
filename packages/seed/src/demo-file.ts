import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Credentials } from './credentials.js';
import { accountIds, accounts, tokens, userIds, users } from './people.js';
import { integrationList, projectIds } from './projects.js';

/** The users listed in demo.json, as whom one can sign in. */
export const listedUsers = ['owner', 'member', 'outsider'] as const;

/** What people, scripts and external tests need to use the demo. */
export interface DemoFile {
  base_url: string;
  users: Record<string, { id: number; email: string; password: string }>;
  accounts: Record<string, { id: number; prefixed_id: string; plan: string }>;
  tokens: Record<string, string>;
  projects: Record<string, number>;
  integrations: Record<string, { id: number; token: string; secret?: string }>;
}

function mapKeys<T extends object, R>(record: T, make: (key: keyof T & string) => R): Record<string, R> {
  return Object.fromEntries(Object.keys(record).map((key) => [key, make(key as keyof T & string)]));
}

export function describeDemo(credentials: Credentials, baseUrl: string): DemoFile {
  const listed = integrationList.filter(({ unlisted }) => !unlisted);
  return {
    base_url: baseUrl,
    users: Object.fromEntries(
      listedUsers.map((key) => [
        key,
        { id: userIds[key], email: users[key].email, password: credentials.password(key) },
      ]),
    ),
    accounts: mapKeys(accounts, (key) => ({
      id: accountIds[key],
      prefixed_id: credentials.prefixedId(key),
      plan: accounts[key].plan,
    })),
    tokens: mapKeys(tokens, (key) => credentials.apiToken(key)),
    projects: { ...projectIds },
    integrations: Object.fromEntries(
      listed.map(({ name, id, signed }) => [
        name,
        {
          id,
          token: credentials.webhookToken(name),
          ...(signed ? { secret: credentials.signingSecret(name) } : {}),
        },
      ]),
    ),
  };
}

/** Replaces the file atomically; other users can never read it. */
export function writeDemoFile(path: string, demo: DemoFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Reads the file; null if it is missing or not JSON. */
export function readDemoFile(path: string): DemoFile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
