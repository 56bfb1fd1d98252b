import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { LRUCache } from 'lru-cache';

/** An integration with its secrets opened. */
export interface Integration extends Omit<IntegrationRecord, 'signingSecrets'> {
  readonly secrets: readonly string[];
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
  readonly mirror: {
    read(tokenHash: string): Promise<IntegrationRecord | null>;
    write(tokenHash: string, record: IntegrationRecord): Promise<void>;
    remove(tokenHash: string): Promise<void>;
  };
}

/** Knows integrations by the hash of their token. */
export interface Directory {
  find(tokenHash: string): Promise<Integration | null>;
  /** Whether the token is known to be good, without looking it up. */
  knows(tokenHash: string): boolean;
  noteChange(change: IntegrationChange): void;
  noteListening(listening: boolean): void;
}

/** While changes are heard of as they happen, what is known holds; else it is asked for again every second. */
const HEARD_MS = 60_000;
const UNHEARD_MS = 1_000;
const UNKNOWN_MS = 1_000;
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

  function isFresh({ integration, checkedAt }: Entry): boolean {
    const knownLife = listening ? HEARD_MS : UNHEARD_MS;
    return clock.now() - checkedAt < (integration === null ? UNKNOWN_MS : knownLife);
  }

  function open(record: IntegrationRecord): Integration {
    const { signingSecrets, ...rest } = record;
    return { ...rest, secrets: signingSecrets.map((secret) => deps.openSecret(record.id, secret)) };
  }

  /** What was read before a change was heard of is used once and read again. */
  function keep(tokenHash: string, integration: Integration | null, changesThen = changes): Integration | null {
    entries.set(tokenHash, { integration, checkedAt: changesThen === changes ? clock.now() : 0 });
    return integration;
  }

  async function load(tokenHash: string): Promise<Integration | null> {
    const changesThen = changes;
    try {
      const record = await deps.load(tokenHash);
      const mirrored = record === null ? mirror.remove(tokenHash) : mirror.write(tokenHash, record);
      mirrored.catch(() => undefined);
      return keep(tokenHash, record === null ? null : open(record), changesThen);
    } catch (error) {
      if (!deps.isOutage(error)) throw error;
      return fromMemory(tokenHash, error);
    }
  }

  /** While the database is away, tokens that were good stay good; others are neither good nor bad. */
  async function fromMemory(tokenHash: string, cause: unknown): Promise<Integration | null> {
    const known = entries.get(tokenHash)?.integration ?? null;
    if (known !== null) return keep(tokenHash, known);
    const record = await mirror.read(tokenHash).catch(() => null);
    if (record === null) throw new LookupUnavailableError({ cause });
    return keep(tokenHash, open(record));
  }

  return {
    find(tokenHash) {
      const entry = entries.get(tokenHash);
      if (entry !== undefined && isFresh(entry)) return Promise.resolve(entry.integration);
      const underway = loading.get(tokenHash);
      if (underway !== undefined) return underway;
      const started = load(tokenHash).finally(() => loading.delete(tokenHash));
      loading.set(tokenHash, started);
      return started;
    },
    knows: (tokenHash) => (entries.peek(tokenHash)?.integration ?? null) !== null,
    noteChange(change) {
      changes += 1;
      for (const [tokenHash, { integration }] of entries.entries()) {
        if (integration !== null && !concerns(change, integration)) continue;
        entries.delete(tokenHash);
        if (integration !== null) mirror.remove(tokenHash).catch(() => undefined);
      }
    },
    noteListening(now) {
      listening = now;
      // Changes may have gone unheard: ask again, but keep what is known for the time the database is away.
      if (now) for (const entry of entries.values()) entry.checkedAt = 0;
    },
  };
}

function concerns(change: IntegrationChange, { id, projectId }: Integration): boolean {
  return 'integrationId' in change ? change.integrationId === id : change.projectId === projectId;
}
