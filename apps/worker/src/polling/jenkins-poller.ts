import {
  type ClaimedPoll,
  claimPoll,
  type Database,
  deleteRepeatedTriggers,
  deleteSettledBuilds,
  findIntegrationContexts,
  finishPoll,
  type PollResult,
  registerBuilds,
  releaseLease,
  syncPolls,
} from '@slipway/db';
import { type Clock, decryptSecret } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';
import { v4 as uuidv4 } from 'uuid';
import type { WorkerMetrics } from '../worker-metrics.js';
import type { AddressRules } from './address-rules.js';
import { readServerUrl } from './jenkins-address.js';
import { connectJenkins, type JenkinsAccess } from './jenkins-http.js';
import { runRound } from './run-round.js';
import { LOOKBACK_MS, PAUSED_MS } from './schedule.js';
import { LostLeaseError } from './tell-build.js';

/** Servers that one process asks at once: a slow one takes one of these places and nothing else. */
const PLACES = 8;
/** Places kept for accounts that have none: whoever has many slow servers holds up nobody else's. */
const KEPT_PLACES = 2;
/** How often what was settled long ago is looked for. */
const FORGET_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A turn begins nothing new after the first, and is ended by the second; the lease outlives both. */
const TURN_MS = 20_000;
const TURN_LIMIT_MS = 50_000;
const LEASE_MS = 60_000;

export interface PollerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'polls' | 'pollSeconds' | 'pollLag'>;
  readonly baseUrl: string;
  readonly appSecret: string;
  readonly rules: AddressRules;
  /** How long the delivery log lives, and with it the memory of what triggers started. */
  readonly retentionDays: number;
  readonly resolve?: NonNullable<JenkinsAccess['resolve']>;
}

/** Polls the Jenkins servers that integrations name. */
export interface JenkinsPoller {
  /** Takes up what is due, as far as there are places, and returns while it goes on. */
  tick(): Promise<void>;
  /** Resolves once nothing that was taken up is underway. */
  idle(): Promise<void>;
  /** Ends what is underway; others go on from there. */
  close(): Promise<void>;
}

export function createJenkinsPoller(deps: PollerDeps): JenkinsPoller {
  const { database, clock } = deps;
  const underway = new Map<Promise<void>, ClaimedPoll>();
  const closing = new AbortController();
  let forgetAt = 0;

  function start(claim: ClaimedPoll): void {
    const turn = takeTurn(claim, deps, closing.signal).finally(() => underway.delete(turn));
    underway.set(turn, claim);
  }

  async function forget(): Promise<void> {
    const now = clock.now();
    if (now < forgetAt) return;
    // A day of the log goes once all of it is old enough, so that its first delivery is kept for a day longer.
    const triggers = new Date(now - (deps.retentionDays + 1) * DAY_MS);
    await deleteSettledBuilds(database, { builds: new Date(now - 2 * LOOKBACK_MS), triggers });
    forgetAt = now + FORGET_MS;
  }

  function claimNext(now: Date): Promise<ClaimedPoll | null> {
    const lease = { id: uuidv4(), now, until: new Date(clock.now() + LEASE_MS) };
    const accounts = [...underway.values()].map(({ accountId }) => accountId);
    const excludedAccounts = underway.size < PLACES - KEPT_PLACES ? [] : accounts;
    return database.modelTransaction((tx) => claimPoll(tx, { ...lease, excludedAccounts }));
  }

  return {
    async tick() {
      const now = new Date(clock.now());
      await database.modelTransaction((tx) => syncPolls(tx, now));
      await database.modelTransaction((tx) => registerBuilds(tx, now));
      await deleteRepeatedTriggers(database);
      await forget();
      while (underway.size < PLACES && !closing.signal.aborted) {
        const claim = await claimNext(now);
        if (claim === null) return;
        start(claim);
      }
    },
    async idle() {
      while (underway.size > 0) await Promise.all(underway.keys());
    },
    async close() {
      closing.abort();
      await Promise.all(underway.keys());
    },
  };
}

/** Never rejects: what goes wrong here is told by the integration's state, the log and the metrics. */
async function takeTurn(claim: ClaimedPoll, deps: PollerDeps, closing: AbortSignal): Promise<void> {
  const { clock, logger, metrics, database } = deps;
  const { integrationId } = claim;
  const startedAt = clock.now();
  metrics.pollLag.observe(Math.max(0, startedAt - claim.dueAt.getTime()) / 1000);
  try {
    const result = await askServer(claim, deps, closing);
    if (closing.aborted) return await releaseLease(database, claim);
    await database.modelTransaction((tx) => finishPoll(tx, claim, result));
    metrics.polls.inc({ outcome: result.state });
    if (result.state !== 'ok')
      logger.warn({ integrationId, state: result.state, reason: result.error }, 'polling');
  } catch (error) {
    // Nothing is given back here: the lease runs out, and whoever comes next goes on from what was stored.
    const outcome = error instanceof LostLeaseError ? 'taken_over' : 'error';
    metrics.polls.inc({ outcome });
    if (outcome === 'error' && !closing.aborted) logger.error({ err: error, integrationId }, 'polling failed');
  } finally {
    metrics.pollSeconds.observe((clock.now() - startedAt) / 1000);
  }
}

async function askServer(claim: ClaimedPoll, deps: PollerDeps, closing: AbortSignal): Promise<PollResult> {
  const { database, clock, logger, baseUrl } = deps;
  const server = readServerUrl(claim.config['server_url']);
  const contexts = await findIntegrationContexts(database, [claim.integrationId]);
  const context = contexts.get(claim.integrationId);
  if (context === undefined) throw new LostLeaseError();
  const credentials = credentialsOf(claim, deps);
  const problem = [server, credentials].find((part) => typeof part === 'string');
  if (typeof server === 'string' || typeof credentials === 'string') return paused(String(problem), clock.now());
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TURN_LIMIT_MS)]);
  const http = connectJenkins({ server, credentials, rules: deps.rules, signal, ...resolverOf(deps) });
  try {
    const endsAt = clock.now() + TURN_MS;
    return await runRound({ claim, context, http, database, clock, logger, baseUrl, endsAt });
  } finally {
    await http.close();
  }
}

function resolverOf({ resolve }: PollerDeps): Pick<JenkinsAccess, 'resolve'> {
  return resolve === undefined ? {} : { resolve };
}

function paused(error: string, now: number): PollResult {
  return { state: 'paused', error, now: new Date(now), nextPollAt: new Date(now + PAUSED_MS) };
}

/** A server that anyone may read needs none. */
function credentialsOf({ config, apiToken, integrationId }: ClaimedPoll, { appSecret }: PollerDeps) {
  if (apiToken === null) return null;
  const { username } = config;
  if (typeof username !== 'string' || username === '' || username.includes(':')) return 'username is missing';
  try {
    return { username, apiToken: decryptSecret(appSecret, integrationId, apiToken) };
  } catch {
    return 'the API token cannot be opened: APP_SECRET is not the one it was stored under';
  }
}
