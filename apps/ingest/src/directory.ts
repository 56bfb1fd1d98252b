import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import { type Clock, hashToken, TimeoutError, withTimeout } from '@slipway/domain';
import { LRUCache } from 'lru-cache';
import {
  CONFIRM_TIMEOUT_MS,
  LOOKUP_TIMEOUT_MS,
  MAX_DIRECTORY_ENTRIES,
  MIRROR_TIMEOUT_MS,
  SUBSCRIBED_LOOKUP_TTL_MS,
  UNKNOWN_TOKEN_TTL_MS,
  UNSUBSCRIBED_LOOKUP_TTL_MS,
} from './limits.js';
import type { Mirror } from './mirror.js';

/** An integration with its secrets decrypted. */
export interface Integration extends Omit<IntegrationRecord, 'signingSecrets'> {
  readonly secrets: readonly string[];
  /** Matches the integration's token in upper or lower case, so that it can be removed from payloads. */
  readonly tokenPattern: RegExp;
}

/** Thrown when a token is unknown here and neither the database nor the mirror can be asked. */
export class LookupUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the token cannot be looked up', options);
    this.name = 'LookupUnavailableError';
  }
}

export interface DirectoryDeps {
  readonly clock: Clock;
  /** Reads the database; throws an outage error when it is down. */
  load(tokenHash: string): Promise<IntegrationRecord | null>;
  isOutage(error: unknown): boolean;
  openSecret(integrationId: number, ciphertext: string): string;
  /** A copy outside the database, for its outages. Its failures are ignored. */
  readonly mirror: Pick<Mirror, 'read' | 'write'>;
}

interface Entry {
  readonly integration: Integration | null;
  checkedAt: number;
  /** When it must be looked up again because a replaced token or secret ends. */
  readonly endsAt: number;
}

/** Caches integrations by webhook token. Outside this process, only the hash of a token is used. */
export class Directory {
  readonly #deps: DirectoryDeps;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_DIRECTORY_ENTRIES });
  readonly #lookups = new Map<string, Promise<Integration | null>>();
  #listening = false;
  #changes = 0;
  /** The last lookup failed or timed out: valid tokens no longer wait for the database. */
  #databaseDown = false;

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
  }

  /** The cached integration, null for an invalid token; undefined when it must be looked up. */
  recall(token: string): Integration | null | undefined {
    const entry = this.#entries.get(token);
    if (entry === undefined || this.#isFresh(entry)) return entry?.integration;
    if (!this.#databaseDown || entry.integration === null) return undefined;
    this.#lookUpOnce(token).catch(() => undefined);
    return entry.integration;
  }

  async lookUp(token: string): Promise<Integration | null> {
    const known = this.#entries.peek(token)?.integration ?? null;
    if (known === null) return this.#lookUpOnce(token);
    try {
      return await withTimeout(CONFIRM_TIMEOUT_MS, 'confirming a token', () => this.#lookUpOnce(token));
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      this.#databaseDown = true;
      return known;
    }
  }

  /** Whether the token was valid at its last lookup. */
  knows(token: string): boolean {
    return (this.#entries.peek(token)?.integration ?? null) !== null;
  }

  noteChange(change: IntegrationChange): void {
    this.#changes += 1;
    for (const [token, { integration }] of this.#entries.entries()) {
      if (integration === null || concerns(change, integration)) this.#entries.delete(token);
    }
  }

  noteListening(listening: boolean): void {
    this.#listening = listening;
    // Changes may have been missed: look everything up again, but keep the entries in case the database goes down.
    if (listening) for (const entry of this.#entries.values()) entry.checkedAt = 0;
  }

  #isFresh({ integration, checkedAt, endsAt }: Entry): boolean {
    const now = this.#deps.clock.now();
    const knownTtl = this.#listening ? SUBSCRIBED_LOOKUP_TTL_MS : UNSUBSCRIBED_LOOKUP_TTL_MS;
    return now < endsAt && now - checkedAt < (integration === null ? UNKNOWN_TOKEN_TTL_MS : knownTtl);
  }

  /** Concurrent lookups of a token share one query. */
  #lookUpOnce(token: string): Promise<Integration | null> {
    const lookup = this.#lookups.get(token) ?? this.#load(token).finally(() => this.#lookups.delete(token));
    this.#lookups.set(token, lookup);
    return lookup;
  }

  async #load(token: string): Promise<Integration | null> {
    const { load, isOutage, mirror } = this.#deps;
    const changesBefore = this.#changes;
    const tokenHash = hashToken(token);
    try {
      const record = await withTimeout(LOOKUP_TIMEOUT_MS, 'looking up a token', () => load(tokenHash));
      this.#databaseDown = false;
      if (changesBefore === this.#changes) mirror.write(tokenHash, record).catch(() => undefined);
      return this.#store(token, record === null ? null : this.#open(record, token), changesBefore);
    } catch (error) {
      if (!(error instanceof TimeoutError || isOutage(error))) throw error;
      this.#databaseDown = true;
      return this.#fromMemory(token, error);
    }
  }

  /** While the database is down, tokens that were valid stay valid; others cannot be judged. */
  async #fromMemory(token: string, cause: unknown): Promise<Integration | null> {
    const known = this.#entries.get(token)?.integration ?? null;
    if (known !== null) return this.#store(token, known);
    const read = () => this.#deps.mirror.read(hashToken(token));
    const record = await withTimeout(MIRROR_TIMEOUT_MS, 'reading the mirror', read).catch(() => null);
    if (record === null || endOf(record) <= this.#deps.clock.now()) throw new LookupUnavailableError({ cause });
    return this.#store(token, this.#open(record, token));
  }

  /** A record that was read before the latest change is used once, and read again next time. */
  #store(token: string, integration: Integration | null, changesBefore = this.#changes): Integration | null {
    const checkedAt = changesBefore === this.#changes ? this.#deps.clock.now() : 0;
    this.#entries.set(token, { integration, checkedAt, endsAt: endOf(integration) });
    return integration;
  }

  #open({ signingSecrets, ...record }: IntegrationRecord, token: string): Integration {
    return {
      ...record,
      secrets: signingSecrets.map((secret) => this.#deps.openSecret(record.id, secret)),
      tokenPattern: new RegExp(token, 'i'),
    };
  }
}

function endOf(record: Pick<IntegrationRecord, 'validUntilMs'> | null): number {
  return record?.validUntilMs ?? Number.POSITIVE_INFINITY;
}

function concerns(change: IntegrationChange, { id, projectId }: Integration): boolean {
  return 'integrationId' in change ? change.integrationId === id : change.projectId === projectId;
}
