import { type Database, type DatabaseFacts, inspectDatabase, openDatabase } from '@slipway/db';
import { LIMIT_MS } from './judge.js';

/** A server as the doctor found it. */
export interface InspectedDatabase {
  readonly database: Database;
  readonly facts: DatabaseFacts;
  /** This machine's time when the server reported its facts. */
  readonly localTime: number;
  readonly tookMs: number;
}

/** Enough for the checks that run at the same time. */
const POOL_SIZE = 4;

export const NAME = 'slipway-doctor';

/** Opens a connection to a server, and asks what it is. `close` ends the connection, also if this fails. */
export function inspectServer(url: string): { inspected: Promise<InspectedDatabase>; close(): Promise<void> } {
  const timeouts = { statementTimeoutMs: LIMIT_MS, connectTimeoutMs: LIMIT_MS };
  const database = openDatabase({ url, name: NAME, poolSize: POOL_SIZE, ...timeouts });
  const inspected = inspect(database);
  // The caller that awaits it handles the failure.
  inspected.catch(() => undefined);
  return { inspected, close: () => database.close() };
}

async function inspect(database: Database): Promise<InspectedDatabase> {
  const began = performance.now();
  await database.ping();
  const queriedAt = Date.now();
  const facts = await inspectDatabase(database);
  return { database, facts, localTime: (queriedAt + Date.now()) / 2, tookMs: performance.now() - began };
}
