import {
  type ClaimedPoll,
  claimPoll,
  deleteRepeatedTriggers,
  deleteSettledBuilds,
  finishPoll,
  isPollDue,
  registerBuilds,
  releaseLease,
  syncPolls,
} from '@slipway/db';
import { appSecretsOf, newId } from '@slipway/domain';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import type { PollerDeps } from './poll-context.js';
import { pollServer } from './poll-server.js';
import { LeaseLostError } from './report-build.js';
import { LOOKBACK_MS } from './schedule.js';

/** How many servers one process polls concurrently. */
const MAX_POLLS = 8;
/** Polls reserved for accounts without a running poll, so that one account's slow servers cannot use them all. */
const RESERVED_POLLS = 2;
/** Longer than the longest poll. */
const LEASE_MS = 60_000;
const DELETE_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Polls the Jenkins servers that are configured in integrations. */
export interface JenkinsPoller {
  /** Starts due polls, up to the limit, and returns without waiting for them. */
  tick(): Promise<void>;
  /** Resolves when no poll is running. */
  idle(): Promise<void>;
  /** Aborts the running polls. Other workers continue from the stored progress. */
  close(): Promise<void>;
}

export function createJenkinsPoller(deps: PollerDeps): JenkinsPoller {
  const { database, clock } = deps;
  const running = new Map<Promise<void>, ClaimedPoll>();
  const closing = new AbortController();
  let deleteAt = 0;

  function start(claim: ClaimedPoll): void {
    const poll = runClaim(claim, deps, closing.signal).finally(() => running.delete(poll));
    running.set(poll, claim);
  }

  async function deleteOld(): Promise<void> {
    const now = clock.now();
    if (now < deleteAt) return;
    // The delivery log drops whole days, so a delivery can be replayed for up to a day longer than retentionDays.
    const triggers = new Date(now - (deps.retentionDays + 1) * DAY_MS);
    await deleteSettledBuilds(database, { builds: new Date(now - 2 * LOOKBACK_MS), triggers });
    deleteAt = now + DELETE_EVERY_MS;
  }

  async function claimNext(now: Date): Promise<ClaimedPoll | null> {
    const lease = { id: newId(), now, until: new Date(clock.now() + LEASE_MS) };
    const accounts = [...running.values()].map(({ accountId }) => accountId);
    const excludedAccounts = running.size < MAX_POLLS - RESERVED_POLLS ? [] : accounts;
    // Usually nothing is due, and finding that out takes no transaction.
    if (!(await isPollDue(database, { now, excludedAccounts }))) return null;
    return database.modelTransaction((tx) => claimPoll(tx, { ...lease, excludedAccounts }));
  }

  return {
    async tick() {
      const now = new Date(clock.now());
      await syncPolls(database, now);
      await registerBuilds(database, now);
      await deleteRepeatedTriggers(database);
      await deleteOld();
      while (running.size < MAX_POLLS && !closing.signal.aborted) {
        const claim = await claimNext(now);
        if (claim === null) return;
        start(claim);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.keys());
    },
    async close() {
      closing.abort();
      await Promise.all(running.keys());
    },
  };
}

/** Never rejects: failures appear in the integration's state, the log and the metrics. */
async function runClaim(claim: ClaimedPoll, deps: PollerDeps, closing: AbortSignal): Promise<void> {
  const { clock, logger, metrics, database } = deps;
  const { integrationId } = claim;
  const startedAt = clock.now();
  metrics.pollLag.observe(Math.max(0, startedAt - claim.dueAt.getTime()) / 1000);
  try {
    const result = await pollServer(claim, deps, closing);
    if (closing.aborted) return await releaseLease(database, claim);
    await database.modelTransaction((tx) => finishPoll(tx, claim, result));
    metrics.polls.inc({ outcome: result.state });
    if (result.state !== 'ok')
      logger.warn({ integrationId, state: result.state, reason: result.reason ?? result.error }, 'polling');
  } catch (error) {
    // The lease is not released: it expires, and the next worker continues from the stored progress.
    const outcome = error instanceof LeaseLostError ? 'taken_over' : 'error';
    metrics.polls.inc({ outcome });
    if (outcome === 'error' && !closing.aborted) logger.error({ err: error, integrationId }, 'polling failed');
  } finally {
    metrics.pollSeconds.observe((clock.now() - startedAt) / 1000);
  }
}

/** Creates the poller of a worker process and closes it with the process. */
export function startPolling(
  { settings, logger, clock, onClose }: ProcessContext,
  { database, metrics, redactors, failures }: Pick<PollerDeps, 'database' | 'metrics' | 'redactors' | 'failures'>,
): JenkinsPoller {
  const poller = createJenkinsPoller({
    database,
    clock,
    logger,
    metrics,
    baseUrl: settings.BASE_URL,
    appSecrets: appSecretsOf(settings),
    redactors,
    failures,
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
    rules: addressRulesOf(settings, 'JENKINS_ALLOWED_NETWORKS'),
  });
  onClose('jenkins polling', () => poller.close());
  return poller;
}
