import type pg from 'pg';
import { computed } from './columns.js';
import { defineQuery } from './define-query.js';
import { closeSession, requireSession, type SessionOptions, sessionClient } from './session-connection.js';
import { raw, sql } from './sql.js';

/** The first key of each advisory lock, which keeps the uses apart. */
const SPACES = { exports: 74026 } as const;

type LockFunction = 'pg_try_advisory_lock' | 'pg_advisory_unlock';

const callLock = defineQuery({
  name: 'session lock',
  columns: { done: computed('bool', sql`done`) },
  examples: [
    { name: 'pg_try_advisory_lock', space: 1, id: 1 },
    { name: 'pg_advisory_unlock', space: 1, id: 1 },
  ],
  build: ({ name, space, id }: { name: LockFunction; space: number; id: number }, select) =>
    sql`SELECT ${select} FROM ${raw(name)}(${space}::int, ${id}::int) AS done`,
});

export interface SessionLocksOptions extends SessionOptions {
  readonly space: keyof typeof SPACES;
}

export interface HeldLock {
  /** Aborted when the connection breaks: from then on, another process may hold the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface Session {
  readonly client: pg.Client;
  readonly lost: AbortSignal;
}

/**
 * Locks that only one process using the database can hold at a time. A process that dies loses its locks. A process
 * holds all its locks on one connection, which stays open as long as there are any.
 */
export class SessionLocks {
  readonly #options: SessionLocksOptions;
  readonly #held = new Set<number>();
  #session: Promise<Session> | undefined;

  constructor(options: SessionLocksOptions) {
    this.#options = options;
  }

  /** Takes the lock with this number; null if this or another process holds it. */
  async tryHold(id: number): Promise<HeldLock | null> {
    // The server would let a session take its own lock again.
    if (this.#held.has(id)) return null;
    this.#held.add(id);
    let isTaken = false;
    try {
      const { client, lost } = await this.#open();
      isTaken = await this.#call(client, 'pg_try_advisory_lock', id);
      return isTaken ? { lost, release: () => this.#release(client, id) } : null;
    } finally {
      if (!isTaken) await this.#forget(id);
    }
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.then(({ client }) => closeSession(client)).catch(() => undefined);
  }

  async #release(client: pg.Client, id: number): Promise<void> {
    // A broken connection holds no lock.
    await this.#call(client, 'pg_advisory_unlock', id).catch(() => false);
    await this.#forget(id);
  }

  async #forget(id: number): Promise<void> {
    this.#held.delete(id);
    if (this.#held.size === 0) await this.close();
  }

  /** A statement that got no response may have taken effect; ending the session undoes it. */
  async #call(client: pg.Client, name: LockFunction, id: number): Promise<boolean> {
    try {
      const row = await callLock.first(client, { name, space: SPACES[this.#options.space], id });
      return row?.done === true;
    } catch (error) {
      await closeSession(client);
      throw error;
    }
  }

  #open(): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    const session = openSession(this.#options);
    const forget = () => {
      if (this.#session === session) this.#session = undefined;
    };
    session.then(({ lost }) => lost.addEventListener('abort', forget), forget);
    this.#session = session;
    return session;
  }
}

/** Lets the server notice within a minute that a process is gone. */
const KEEPALIVES = 'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

async function openSession(options: SessionOptions): Promise<Session> {
  const client = sessionClient(options);
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  try {
    await client.connect();
    await requireSession(client, options);
    await client.query(KEEPALIVES);
    return { client, lost: lost.signal };
  } catch (error) {
    await closeSession(client);
    throw error;
  }
}
