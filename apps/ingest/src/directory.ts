import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import { type Clock, hashToken, TimeoutError, withTimeout } from '@slipway/domain';
import { LRUCache } from 'lru-cache';
import {
  CONFIRM_TIMEOUT_MS,
  LOOKUP_RETRY_MS,
  LOOKUP_TIMEOUT_MS,
  MAX_DIRECTORY_ENTRIES,
  SILENCE_MS,
  SUBSCRIBED_LOOKUP_TTL_MS,
  UNKNOWN_TOKEN_TTL_MS,
  UNSUBSCRIBED_LOOKUP_TTL_MS,
} from './limits.js';
import type { Mirror } from './mirror.js';

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
  /** The last lookup failed or took too long: valid tokens no longer wait for the database. */
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
    // A lookup stays shared after the mirror has answered it: from now on, its answer is outdated.
    this.#lookups.clear();
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

  /** Concurrent lookups of a token share one query, even after its mirrored record was used. */
  #lookUpOnce(token: string): Promise<Integration | null> {
    const shared = this.#lookups.get(token);
    if (shared !== undefined) return shared;
    const [answered, outage] = [new AbortController(), new AbortController()];
    const database = this.#askDatabase(token, answered.signal, () => {
      if (answered.signal.aborted) return;
      this.#databaseDown = true;
      outage.abort();
    });
    const memory = this.#askMemory(token, answered.signal, outage.signal);
    const lookup = withTimeout(LOOKUP_TIMEOUT_MS, 'looking up a token', () => Promise.race([database, memory]))
      .catch((error: unknown) => {
        throw error instanceof TimeoutError ? new LookupUnavailableError({ cause: error }) : error;
      })
      .finally(() => answered.abort());
    this.#lookups.set(token, lookup);
    const forget = () => {
      if (this.#lookups.get(token) === lookup) this.#lookups.delete(token);
    };
    lookup.catch(forget);
    database.then(forget, forget);
    return lookup;
  }

  /** Asks until the database answers or nobody waits. Reports an outage when it fails, or is silent for a second. */
  async #askDatabase(token: string, answered: AbortSignal, reportOutage: () => void): Promise<Integration | null> {
    // After a blocked event loop, timers run before I/O: a reply that has already arrived must win.
    const silence = setTimeout(() => setImmediate(reportOutage), SILENCE_MS);
    try {
      for (;;) {
        const found = await this.#load(token).catch((error: unknown) => {
          if (!this.#deps.isOutage(error)) throw error;
          reportOutage();
          return undefined;
        });
        if (found !== undefined) return found;
        await delay(LOOKUP_RETRY_MS, undefined, { signal: answered });
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async #load(token: string): Promise<Integration | null> {
    const { load, mirror } = this.#deps;
    const changesBefore = this.#changes;
    const tokenHash = hashToken(token);
    const record = await load(tokenHash);
    this.#databaseDown = false;
    if (changesBefore === this.#changes) mirror.write(tokenHash, record).catch(() => undefined);
    return this.#store(token, record === null ? null : this.#open(record, token), changesBefore);
  }

  /** Answers once the database is out: a token that was valid stays valid; others are valid if the mirror has them. */
  async #askMemory(token: string, answered: AbortSignal, outage: AbortSignal): Promise<Integration> {
    const known = this.#entries.peek(token)?.integration ?? null;
    const mirrored = known === null ? this.#readMirror(hashToken(token), answered) : null;
    try {
      await once(outage, 'abort', { signal: answered });
      if (known !== null) return this.#store(token, known);
      const record = await mirrored;
      answered.throwIfAborted();
      const isUsable = record !== null && endOf(record) > this.#deps.clock.now();
      if (isUsable) return this.#store(token, this.#open(record, token));
    } catch (error) {
      if (!answered.aborted) throw error;
    }
    // Nothing is known here: the database has to answer.
    return new Promise(() => undefined);
  }

  /** Asks until Redis answers or nobody waits. */
  async #readMirror(tokenHash: string, answered: AbortSignal): Promise<IntegrationRecord | null> {
    while (!answered.aborted) {
      const record = await this.#deps.mirror.read(tokenHash).catch(() => undefined);
      if (record !== undefined) return record;
      await delay(LOOKUP_RETRY_MS, undefined, { signal: answered }).catch(() => undefined);
    }
    return null;
  }

  /** A record that was read before the latest change is used once, and read again next time. */
  #store<T extends Integration | null>(token: string, integration: T, changesBefore = this.#changes): T {
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
