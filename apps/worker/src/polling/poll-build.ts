import type { DueBuild } from '@slipway/db';
import { findLogSoFar, type LogSoFar, NO_LOG, readOn } from './console-log.js';
import { addressAt, buildSegments } from './jenkins-address.js';
import { readArtifactSize, readBuild } from './jenkins-api.js';
import { eachWithin, later, type PollRound } from './poll-round.js';
import { IDLE_MS, LOOKBACK_MS, RUNNING_MS } from './schedule.js';
import { saveProgress, tellBuild, tellLog } from './tell-build.js';

type Info = Readonly<Record<string, unknown>>;

/** Looks at a build: tells of its beginning, of what it prints, and of its end. */
export async function pollBuild(build: DueBuild, round: PollRound): Promise<void> {
  const segments = buildSegments(build.jobKey, build.buildNumber);
  if (segments === null) return saveProgress(round, build, { settledAt: later(round, 0) });
  const along = build.startedAt === null ? null : await readAlong(build, segments, round);
  // A console that says nothing may be one that is gone: then the build itself tells.
  if (along?.more && along.log.offset !== build.logOffset) return keepReading(build, along.log, round);
  const info = await readBuild(round.http, segments);
  const isOver = info.building === false && typeof info.result === 'string';
  if (isOver) return tellEnd(build, { segments, info, log: along?.log ?? null }, round);
  await waitForEnd(build, { segments, info, log: along?.log ?? null }, round);
}

/** Reads on in the console; null when the log that the build has is not ours to add to. */
async function readAlong(build: DueBuild, segments: readonly string[], round: PollRound) {
  const known = await findLogSoFar(round.database, build);
  return known === null ? null : readOn(round.http, segments, known);
}

/** Stores what the build printed since the last time. */
function keepReading(build: DueBuild, log: LogSoFar, round: PollRound): Promise<void> {
  const changes = { nextPollAt: later(round, RUNNING_MS) };
  const { startedAt } = build;
  if (startedAt === null || log.offset === build.logOffset) return saveProgress(round, build, changes);
  return tellLog(round, { ...build, startedAt }, { log, changes });
}

interface Seen {
  readonly segments: readonly string[];
  readonly info: Info;
  /** What was read along the way. */
  readonly log: LogSoFar | null;
}

/** Where we reach the build; what people see is Jenkins' own address of it. */
function buildUrlOf({ http }: PollRound, segments: readonly string[]): string {
  return `${addressAt(http.server, segments).href}/`;
}

async function waitForEnd(build: DueBuild, { segments, info, log }: Seen, round: PollRound): Promise<void> {
  const startedAt = new Date(Number(info.timestamp));
  if (info.building !== true) {
    // Lost in a crash of the server: it may come back with a result, but it need not be waited for.
    const isStale = round.clock.now() - startedAt.getTime() > LOOKBACK_MS;
    const settledAt = isStale ? later(round, 0) : null;
    return saveProgress(round, build, { nextPollAt: later(round, IDLE_MS), settledAt });
  }
  if (build.startedAt !== null) {
    if (log !== null) return keepReading(build, log, round);
    return saveProgress(round, build, { nextPollAt: later(round, RUNNING_MS) });
  }
  const read = { info, buildUrl: buildUrlOf(round, segments) };
  await tellBuild(round, build, { read, changes: { startedAt, nextPollAt: later(round, 0) } });
}

async function tellEnd(build: DueBuild, { segments, info, log: along }: Seen, round: PollRound): Promise<void> {
  const log = along ?? (await readOn(round.http, segments, NO_LOG)).log;
  const artifactSizes = await readArtifactSizes(info, segments, round);
  const read = { info, buildUrl: buildUrlOf(round, segments), log, artifactSizes };
  const startedAt = new Date(Number(info.timestamp));
  await tellBuild(round, build, {
    read,
    changes: { startedAt, logOffset: log.offset, settledAt: later(round, 0) },
  });
}

/** Each takes a request of its own: Jenkins lists artifacts without their sizes. */
const MAX_SIZES = 50;

async function readArtifactSizes(
  { artifacts }: Info,
  segments: readonly string[],
  round: PollRound,
): Promise<Record<string, number>> {
  const listed = Array.isArray(artifacts) ? (artifacts as ({ relativePath?: unknown } | null)[]) : [];
  const paths = listed.flatMap((artifact) =>
    typeof artifact?.relativePath === 'string' ? artifact.relativePath : [],
  );
  const sizes = new Map<string, number>();
  await eachWithin(round, paths.slice(0, MAX_SIZES), async (path) => {
    const size = await readArtifactSize(round.http, segments, path);
    if (size !== null) sizes.set(path, size);
  });
  return Object.fromEntries(sizes);
}
