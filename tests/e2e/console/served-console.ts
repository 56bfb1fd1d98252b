import { composeConsole } from '@slipway/console';
import type { Database } from '@slipway/db';
import type { Express } from '@slipway/http';
import { type Factories, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { newSessionCookie } from './session-cookie.js';

/**
 * The console on the test file's PostgreSQL and Redis, with a studio that has an owner and a member, and an outsider.
 */
export interface ServedConsole {
  readonly app: Express;
  readonly process: TestProcess;
  readonly database: Database;
  readonly make: Factories;
  readonly accountId: number;
  readonly project: { readonly id: number; readonly accountId: number };
  readonly owner: SignedInUser;
  readonly member: SignedInUser;
  readonly outsider: SignedInUser;
  /** The cookie of a new session. */
  sessionCookie(userId: number): Promise<string>;
  /** A browser in which the user is signed in. */
  browserOf(userId: number): Promise<PlainBrowser>;
}

export interface SignedInUser {
  readonly id: number;
  readonly browser: PlainBrowser;
}

/** Await it at the top level of a test file. */
export async function serveConsole(env: Readonly<Record<string, string>> = {}): Promise<ServedConsole> {
  const process = await testProcess({ GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000', ...env });
  const app = composeConsole(process, () => false);
  const database = openTestDatabase(process.settings.DATABASE_URL);
  process.onClose('test database', () => database.close());
  const make = factories(database);

  const sessionCookie = (userId: number) => newSessionCookie(database, userId);
  const browserOf = async (userId: number) => plainBrowser(app, await sessionCookie(userId));
  const signedIn = async (id: number) => ({ id, browser: await browserOf(id) });

  const { accountId, userId } = await make.studio();
  const { userId: memberId } = await make.studio();
  const { userId: outsiderId } = await make.studio();
  await database.prisma.accountMembership.create({ data: { accountId, userId: memberId, role: 'member' } });
  const project = await make.project(accountId);
  const [owner, member, outsider] = await Promise.all([userId, memberId, outsiderId].map(signedIn));
  if (!owner || !member || !outsider) throw new Error('nobody is signed in');
  return { app, process, database, make, accountId, project, owner, member, outsider, sessionCookie, browserOf };
}
