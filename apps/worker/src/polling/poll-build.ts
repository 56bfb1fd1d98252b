import type { DueBuild } from '@slipway/db';
import { type ConsoleLog, EMPTY_LOG, findConsoleLog, readNewOutput } from './console-log.js';
import { type Json, objectsIn, readArtifactSize, readBuild } from './jenkins-api.js';
import { buildSegments, urlOf } from './jenkins-url.js';
import { eachUntilEnd, fromNow, type PollContext } from './poll-context.js';
import { reportBuild, reportLog, saveProgress } from './report-build.js';
import { IDLE_MS, LOOKBACK_MS, RUNNING_MS } from './schedule.js';

/** Reads a build and reports its start, the output so far, or its end. */
export async function pollBuild(build: DueBuild, poll: PollContext): Promise<void> {
  const segments = buildSegments(build.jobKey, build.buildNumber);
  if (segments === null) return saveProgress(poll, build, { settledAt: fromNow(poll, 0) });
  const output = build.startedAt === null ? null : await readOutput(build, segments, poll);
  // New output means that the build is running. Without any, the console may be gone, so ask for the build itself.
  if (output?.more && output.log.offset !== build.logOffset) return saveOutput(build, output.log, poll);
  const observed = { segments, info: await readBuild(poll.http, segments), log: output?.log ?? null };
  const hasEnded = observed.info.building === false && typeof observed.info.result === 'string';
  await (hasEnded ? reportEnd(build, observed, poll) : reportUnfinished(build, observed, poll));
}

/** Reads the console from where the last poll stopped; null if a report has delivered the build's log. */
async function readOutput(build: DueBuild, segments: readonly string[], poll: PollContext) {
  const known = await findConsoleLog(poll.database, build);
  return known === null ? null : readNewOutput(poll.http, segments, known, poll.redactor);
}

function saveOutput(build: DueBuild, log: ConsoleLog, poll: PollContext): Promise<void> {
  const progress = { nextPollAt: fromNow(poll, RUNNING_MS) };
  const { startedAt } = build;
  if (startedAt === null || log.offset === build.logOffset) return saveProgress(poll, build, progress);
  return reportLog(poll, { ...build, startedAt }, { log, progress });
}

/** What the server reports about a build. */
interface ObservedBuild {
  readonly segments: readonly string[];
  readonly info: Json;
  readonly log: ConsoleLog | null;
}

/** The URL at which the worker reaches the build. Users see the URL that Jenkins itself reports. */
function buildUrlOf({ http }: PollContext, segments: readonly string[]): string {
  return `${urlOf(http.server, segments).href}/`;
}

async function reportUnfinished(
  build: DueBuild,
  { segments, info, log }: ObservedBuild,
  poll: PollContext,
): Promise<void> {
  const startedAt = new Date(Number(info.timestamp));
  if (info.building !== true) {
    // Neither running nor finished: the server crashed. The build may still get a result, so wait for a limited time.
    const isStale = poll.clock.now() - startedAt.getTime() > LOOKBACK_MS;
    const settledAt = isStale ? fromNow(poll, 0) : null;
    return saveProgress(poll, build, { nextPollAt: fromNow(poll, IDLE_MS), settledAt });
  }
  if (build.startedAt !== null) {
    if (log !== null) return saveOutput(build, log, poll);
    return saveProgress(poll, build, { nextPollAt: fromNow(poll, RUNNING_MS) });
  }
  const read = { info, buildUrl: buildUrlOf(poll, segments) };
  await reportBuild(poll, build, { read, progress: { startedAt, nextPollAt: fromNow(poll, 0) } });
}

async function reportEnd(build: DueBuild, observed: ObservedBuild, poll: PollContext): Promise<void> {
  const { segments, info } = observed;
  const log = observed.log ?? (await readNewOutput(poll.http, segments, EMPTY_LOG, poll.redactor)).log;
  const artifactSizes = await readArtifactSizes(info, segments, poll);
  const read = { info, buildUrl: buildUrlOf(poll, segments), log, artifactSizes };
  const startedAt = new Date(Number(info.timestamp));
  await reportBuild(poll, build, {
    read,
    progress: { startedAt, logOffset: log.offset, settledAt: fromNow(poll, 0) },
  });
}

/** Jenkins lists artifacts without their sizes, so each size needs a request. */
const MAX_SIZES = 50;

async function readArtifactSizes(
  { artifacts }: Json,
  segments: readonly string[],
  poll: PollContext,
): Promise<Record<string, number>> {
  const paths = objectsIn(artifacts).flatMap(({ relativePath }) =>
    typeof relativePath === 'string' ? relativePath : [],
  );
  const sizes = new Map<string, number>();
  await eachUntilEnd(poll, paths.slice(0, MAX_SIZES), async (path) => {
    const size = await readArtifactSize(poll.http, segments, path);
    if (size !== null) sizes.set(path, size);
  });
  return Object.fromEntries(sizes);
}
