import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import { type Clock, hashToken } from '@slipway/domain';
import { LRUCache } from 'lru-cache';
import type { Mirror } from './integration-mirror.js';
import { TooSlowError, within } from './within.js';

/** An integration with its secrets opened. */
export interface Integration extends Omit<IntegrationRecord, 'signingSecrets'> {
  readonly secrets: readonly string[];
  /** The token it was found by, in any spelling: what must not be queued. */
  readonly tokenPattern: RegExp;
}

/** Thrown when a token is unknown here and cannot be looked up. */
export class LookupUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the token cannot be looked up', options);
    this.name = 'LookupUnavailableError';
  }
}

export interface DirectoryDeps {
  readonly clock: Clock;
  /** Reads the database; throws an outage error when it is away. */
  load(tokenHash: string): Promise<IntegrationRecord | null>;
  isOutage(error: unknown): boolean;
  openSecret(integrationId: number, ciphertext: string): string;
  /** A copy outside the database, for the time that it is away. Failing is no harm. */
  readonly mirror: Pick<Mirror, 'read' | 'write' | 'remove'>;
}

/** Knows integrations by their token, of which everything but this process sees the hash alone. */
export interface Directory {
  /** What is known of a token right now, null for a bad one; undefined when it must be looked up. */
  recall(token: string): Integration | null | undefined;
  lookUp(token: string): Promise<Integration | null>;
  /** Whether the token was good when last looked up. */
  knows(token: string): boolean;
  noteChange(change: IntegrationChange): void;
  noteListening(listening: boolean): void;
}

/** While changes are heard of as they happen, what is known holds; else it is asked for again every second. */
const HEARD_MS = 60_000;
const UNHEARD_MS = 1_000;
const UNKNOWN_MS = 1_000;
/** How long a token that was good waits to hear that it still is. */
const PATIENCE_MS = 300;
/** An answer is due within two seconds: what one of the two does not say by then, it does not know. */
const DATABASE_LIMIT_MS = 1_200;
const MIRROR_LIMIT_MS = 500;
const MAX_ENTRIES = 20_000;

interface Entry {
  readonly integration: Integration | null;
  checkedAt: number;
}

export function createDirectory(deps: DirectoryDeps): Directory {
  const { clock, mirror } = deps;
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const loading = new Map<string, Promise<Integration | null>>();
  let listening = false;
  let changes = 0;
  /** Whether the database did not answer in time when last asked: good tokens wait for it no more. */
  let away = false;

  function isFresh({ integration, checkedAt }: Entry): boolean {
    const knownLife = listening ? HEARD_MS : UNHEARD_MS;
    return clock.now() - checkedAt < (integration === null ? UNKNOWN_MS : knownLife);
  }

  /** What was read before a change was heard of is used once and read again. */
  function keep(token: string, integration: Integration | null, changesThen = changes): Integration | null {
    entries.set(token, { integration, checkedAt: changesThen === changes ? clock.now() : 0 });
    return integration;
  }

  function reflect(tokenHash: string, record: IntegrationRecord | null): void {
    const mirrored = record === null ? mirror.remove(tokenHash) : mirror.write(tokenHash, record);
    mirrored.catch(() => undefined);
  }

  async function load(token: string): Promise<Integration | null> {
    const changesThen = changes;
    const tokenHash = hashToken(token);
    try {
      const record = await within(DATABASE_LIMIT_MS, deps.load(tokenHash));
      away = false;
      if (changesThen === changes) reflect(tokenHash, record);
      return keep(token, record === null ? null : open(record, token, deps), changesThen);
    } catch (error) {
      if (!(error instanceof TooSlowError || deps.isOutage(error))) throw error;
      away = true;
      return fromMemory(token, error);
    }
  }

  /** While the database is away, tokens that were good stay good; others are neither good nor bad. */
  async function fromMemory(token: string, cause: unknown): Promise<Integration | null> {
    const known = entries.get(token)?.integration ?? null;
    if (known !== null) return keep(token, known);
    const record = await within(MIRROR_LIMIT_MS, mirror.read(hashToken(token))).catch(() => null);
    if (record === null) throw new LookupUnavailableError({ cause });
    return keep(token, open(record, token, deps));
  }

  /** Asks about a token, for all who ask meanwhile. */
  function ask(token: string): Promise<Integration | null> {
    const asked = loading.get(token) ?? load(token).finally(() => loading.delete(token));
    loading.set(token, asked);
    return asked;
  }

  return {
    recall(token) {
      const entry = entries.get(token);
      if (entry === undefined || isFresh(entry)) return entry?.integration;
      if (!away || entry.integration === null) return undefined;
      ask(token).catch(() => undefined);
      return entry.integration;
    },
    async lookUp(token) {
      const known = entries.peek(token)?.integration ?? null;
      if (known === null) return ask(token);
      try {
        return await within(PATIENCE_MS, ask(token));
      } catch (error) {
        if (!(error instanceof TooSlowError)) throw error;
        away = true;
        return known;
      }
    },
    knows: (token) => (entries.peek(token)?.integration ?? null) !== null,
    noteChange(change) {
      changes += 1;
      for (const [token, { integration }] of entries.entries()) {
        if (integration !== null && !concerns(change, integration)) continue;
        entries.delete(token);
      }
    },
    noteListening(now) {
      listening = now;
      // Changes may have gone unheard: ask again, but keep what is known for the time the database is away.
      if (now) for (const entry of entries.values()) entry.checkedAt = 0;
    },
  };
}

function open(
  { signingSecrets, ...record }: IntegrationRecord,
  token: string,
  { openSecret }: DirectoryDeps,
): Integration {
  return {
    ...record,
    secrets: signingSecrets.map((secret) => openSecret(record.id, secret)),
    tokenPattern: new RegExp(token, 'i'),
  };
}

function concerns(change: IntegrationChange, { id, projectId }: Integration): boolean {
  return 'integrationId' in change ? change.integrationId === id : change.projectId === projectId;
}
