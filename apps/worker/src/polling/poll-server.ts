import {
  type ClaimedPoll,
  type DueBuild,
  findIntegrationContexts,
  isDatabaseOutage,
  listDueBuilds,
  listDueJobs,
  type PollResult,
  registerJobs,
} from '@slipway/db';
import { type AppSecrets, decryptSecret } from '@slipway/domain';
import { checkAccess } from './jenkins-api.js';
import { JenkinsError, type JenkinsErrorKind, UnreachableError } from './jenkins-error.js';
import { connectJenkins } from './jenkins-http.js';
import { parseServerUrl } from './jenkins-url.js';
import { pollBuild } from './poll-build.js';
import { eachUntilEnd, fromNow, type PollContext, type PollerDeps } from './poll-context.js';
import { pollJob, postponeJob } from './poll-job.js';
import { giveUpTrigger, isTriggered, pollTrigger } from './poll-trigger.js';
import { LeaseLostError, saveProgress } from './report-build.js';
import { IDLE_MS, PAUSED_MS, retryDelayMs, UNREACHABLE_SHOWN_MS, unavailableDelayMs } from './schedule.js';

/** A poll begins no new work after the first limit, and is aborted at the second. The lease is longer than both. */
const POLL_MS = 20_000;
const ABORT_AFTER_MS = 50_000;

const MAX_BUILDS = 20;
const MAX_JOBS = 20;

/** How a poll ended, and the details that only the log may contain. */
export interface LoggedResult extends PollResult {
  readonly reason?: string;
}

/** Connects to the server of one integration and polls it. */
export async function pollServer(
  claim: ClaimedPoll,
  deps: PollerDeps,
  closing: AbortSignal,
): Promise<LoggedResult> {
  const { database, clock, logger, baseUrl, failures, rules, redactors, resolve } = deps;
  const contexts = await findIntegrationContexts(database, [claim.integrationId]);
  const context = contexts.get(claim.integrationId);
  if (context === undefined) throw new LeaseLostError();
  const server = parseServerUrl(claim.config['server_url']);
  const credentials = credentialsOf(claim, deps.appSecrets);
  if (typeof server === 'string') return paused(server, clock.now());
  if (typeof credentials === 'string') return paused(credentials, clock.now());
  const signal = AbortSignal.any([closing, AbortSignal.timeout(ABORT_AFTER_MS)]);
  const http = connectJenkins({ server, credentials, rules, signal, ...(resolve && { resolve }) });
  try {
    const startedAt = clock.now();
    const endsAt = startedAt + POLL_MS;
    const redactor = redactors.of({ id: context.projectId, maskedValues: context.maskedValues });
    const shared = { database, clock, logger, baseUrl, failures };
    return await runPoll({ ...shared, claim, context, redactor, http, startedAt, endsAt });
  } finally {
    await http.close();
  }
}

/** Null if the integration has no API token: some servers let anyone read. A string describes a problem. */
function credentialsOf({ config, apiToken, integrationId }: ClaimedPoll, appSecrets: AppSecrets) {
  if (apiToken === null) return null;
  const { username } = config;
  if (typeof username !== 'string' || username === '' || username.includes(':')) return 'username is missing';
  try {
    return { username, apiToken: decryptSecret(appSecrets, integrationId, apiToken) };
  } catch {
    return 'the API token cannot be decrypted: APP_SECRET differs from the one that encrypted it';
  }
}

function paused(error: string, now: number): PollResult {
  return { state: 'paused', error, now: new Date(now), nextPollAt: new Date(now + PAUSED_MS) };
}

/** Errors of the server or of our access to it: every other request of the poll would fail the same way. */
const SERVER_ERRORS: ReadonlySet<JenkinsErrorKind> = new Set(['unavailable', 'unauthorized', 'blocked']);

/** How many builds and jobs succeeded, and the first error. */
interface Tally {
  successes: number;
  error: JenkinsError | null;
}

async function runPoll(poll: PollContext): Promise<LoggedResult> {
  const tally: Tally = { successes: 0, error: null };
  try {
    await pollDueItems(tally, poll);
    // Without a success, it is still unknown whether the server responds and accepts our credentials.
    if (tally.successes === 0) await checkAccess(poll.http);
  } catch (error) {
    if (!(error instanceof JenkinsError)) throw error;
    return resultOfError(error, poll);
  }
  const error = tally.successes === 0 ? tally.error : null;
  if (error?.kind === 'forbidden') return resultOfError(error, poll);
  return { state: 'ok', error: error?.message ?? null, now: fromNow(poll, 0), nextPollAt: fromNow(poll, IDLE_MS) };
}

async function pollDueItems(tally: Tally, poll: PollContext): Promise<void> {
  const { integrationId } = poll.claim;
  const { database } = poll;
  const now = fromNow(poll, 0);
  await registerJobs(database, { integrationId, now });
  const builds = await listDueBuilds(database, { integrationId, now, limit: MAX_BUILDS });
  await eachUntilEnd(poll, builds, (build) =>
    attempt(
      tally,
      () => (isTriggered(build) ? pollTrigger(build, poll) : pollBuild(build, poll)),
      (error) => retryBuildLater(build, poll, error),
    ),
  );
  const jobs = await listDueJobs(database, { integrationId, now, limit: MAX_JOBS });
  await eachUntilEnd(poll, jobs, (job) =>
    attempt(
      tally,
      () => pollJob(job, poll),
      () => postponeJob(job, poll),
    ),
  );
}

/** Continues after an error that concerns only one build or job. */
async function attempt(
  tally: Tally,
  work: () => Promise<void>,
  recover: (error: Error) => Promise<void>,
): Promise<void> {
  try {
    await work();
    tally.successes += 1;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof LeaseLostError || isDatabaseOutage(error)) throw error;
    if (error instanceof JenkinsError) {
      if (SERVER_ERRORS.has(error.kind)) throw error;
      tally.error ??= error;
    }
    await recover(error);
  }
}

/** Schedules another attempt, or gives up on the build after too many. */
async function retryBuildLater(build: DueBuild, poll: PollContext, error: Error): Promise<void> {
  const { jobKey, buildNumber } = build;
  if (!(error instanceof JenkinsError))
    poll.logger.error({ err: error, jobKey, buildNumber }, 'polled build cannot be stored');
  const failures = build.failures + 1;
  const delayMs = retryDelayMs(failures);
  if (delayMs !== null) return saveProgress(poll, build, { failures, nextPollAt: fromNow(poll, delayMs) });
  if (isTriggered(build)) return giveUpTrigger(build, poll, error.message);
  return saveProgress(poll, build, { failures, settledAt: fromNow(poll, 0) });
}

/** Backs off from an unavailable server, and pauses if only a person can fix the cause. */
function resultOfError(error: JenkinsError, poll: PollContext): LoggedResult {
  const { kind, message, retryAfterMs } = error;
  const mayRecover = kind === 'unavailable' || kind === 'unexpected' || kind === 'not_found';
  const delayMs = mayRecover ? unavailableDelayMs(poll.claim.failures + 1, retryAfterMs) : PAUSED_MS;
  const state = mayRecover ? 'failing' : 'paused';
  if (!(error instanceof UnreachableError))
    return { state, error: message, now: fromNow(poll, 0), nextPollAt: fromNow(poll, delayMs) };
  const shownAt = Math.max(poll.clock.now(), poll.startedAt + UNREACHABLE_SHOWN_MS);
  const times = { now: new Date(shownAt), nextPollAt: new Date(shownAt + delayMs) };
  return { state, error: message, reason: error.reason, ...times };
}
