import { PASSED_STATUSES } from '@slipway/contracts';
import { FINGERPRINT_RULE } from '@slipway/diagnosis';
import type { BuildDraft } from './builds.js';
import { type FoundCause, findCause } from './find-cause.js';
import type { InvestigationRow } from './investigations.js';
import type { Scope } from './scope.js';
import { uuidAt } from './times.js';

const PASSED: readonly string[] = PASSED_STATUSES;
/** As in the service: after this many passes of its job, a problem is resolved. */
const PASSES = 3;

interface Sighting {
  readonly build: BuildDraft;
  readonly at: Date;
  readonly found: FoundCause;
  readonly isInvestigated: boolean;
}

const endOf = ({ row }: BuildDraft) => row.finishedAt ?? row.createdAt;

function sightingsOf(builds: readonly BuildDraft[], investigations: readonly InvestigationRow[]): Sighting[] {
  const investigated = new Set(
    investigations.filter(({ status }) => status === 'completed').map(({ buildRunId }) => buildRunId),
  );
  return builds
    .filter(({ row }) => row.status === 'failed')
    .flatMap((build) => {
      const found = findCause(build);
      const isInvestigated = investigated.has(build.row.id);
      return found === null ? [] : [{ build, at: endOf(build), found, isInvestigated }];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** The builds that passed after a failure of the same job, up to the next failure of the problem, oldest first. */
function passesAfter(
  { build, at }: Sighting,
  builds: readonly BuildDraft[],
  until: Date | undefined,
): BuildDraft[] {
  return builds
    .filter(({ row }) => row.jobKey === build.row.jobKey && PASSED.includes(row.status))
    .filter((each) => endOf(each) > at && (until === undefined || endOf(each) < until))
    .toSorted((a, b) => endOf(a).getTime() - endOf(b).getTime());
}

interface Life {
  readonly regressions: number;
  readonly reopenedAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly fix: BuildDraft | null;
  readonly isResolved: boolean;
  /** Passes since the last failure. */
  readonly passes: number;
}

/** Follows a problem from failure to failure. */
function liveThrough(sightings: readonly Sighting[], builds: readonly BuildDraft[]): Life {
  let life: Life = { regressions: 0, reopenedAt: null, resolvedAt: null, fix: null, isResolved: false, passes: 0 };
  for (const [index, sighting] of sightings.entries()) {
    if (life.isResolved) life = { ...life, regressions: life.regressions + 1, reopenedAt: sighting.at };
    const passes = passesAfter(sighting, builds, sightings[index + 1]?.at);
    const [first, , third] = passes;
    const isResolved = third !== undefined;
    life = { ...life, isResolved, passes: Math.min(PASSES, passes.length) };
    if (third !== undefined) life = { ...life, resolvedAt: endOf(third), fix: first ?? null };
  }
  return life;
}

/** The change that fixed a problem: the one that the first passing build built, unless it built what failed before. */
function fixOf({ fix }: Life, last: Sighting): number | null {
  if (fix === null || fix.head === last.build.head || last.build.suspect === null) return null;
  return fix.head.row.id;
}

function problemRow(scope: Scope, sightings: readonly [Sighting, ...Sighting[]], life: Life) {
  const [first] = sightings;
  const last = sightings.at(-1) ?? first;
  const { category, tool, title, keyLine, file, symbol, test, fingerprint } = last.found;
  const suspect = sightings.findLast(({ isInvestigated }) => isInvestigated)?.build.suspect?.row;
  return {
    id: scope.ids.next('problems'),
    accountId: scope.accountId,
    projectId: scope.projectId,
    ...{
      fingerprint,
      rule: FINGERPRINT_RULE,
      category,
      tool,
      title,
      message: keyLine?.text ?? '',
      file,
      symbol,
      test,
    },
    state: life.isResolved ? 'resolved' : 'open',
    mark: last.build.failure?.category === 'infra' ? 'infrastructure' : null,
    assigneeUserId: life.isResolved ? null : (suspect?.authorUserId ?? null),
    note: '',
    taskId: null,
    seenCount: sightings.length,
    firstSeenAt: first.at,
    lastSeenAt: last.at,
    firstBuildRunId: first.build.row.id,
    lastBuildRunId: last.build.row.id,
    suspectedChangeId: suspect?.id ?? null,
    regressions: life.regressions,
    reopenedAt: life.reopenedAt,
    resolvedAt: life.resolvedAt,
    resolvedById: null,
    fixBuildRunId: life.fix?.row.id ?? null,
    fixChangeId: fixOf(life, last),
    createdAt: first.at,
    updatedAt: last.at,
  };
}

function diagnosisRow(scope: Scope, { build, found }: Sighting) {
  const { category, tool, title, keyLine, file, symbol, test, fingerprint, diagnosis, confidence } = found;
  return {
    ...{
      buildRunId: build.row.id,
      projectId: scope.projectId,
      requestId: uuidAt(scope.random('diagnoses'), endOf(build)),
    },
    ...{
      requestedAt: null,
      attempts: 1,
      rule: FINGERPRINT_RULE,
      fingerprint,
      category,
      tool,
      title,
      diagnosis,
      confidence,
    },
    ...{ line: keyLine?.line ?? null, message: keyLine?.text ?? '', file, symbol, test },
  };
}

/** The diagnoses of the failed builds, and the problems behind them, as the service would have recorded them. */
export function makeProblems(
  scope: Scope,
  builds: readonly BuildDraft[],
  investigations: readonly InvestigationRow[],
) {
  const byCause = new Map<string, [Sighting, ...Sighting[]]>();
  const sightings = sightingsOf(builds, investigations);
  for (const sighting of sightings) {
    const known = byCause.get(sighting.found.fingerprint);
    if (known === undefined) byCause.set(sighting.found.fingerprint, [sighting]);
    else known.push(sighting);
  }
  const made = [...byCause.values()].map((sightings) => {
    const life = liveThrough(sightings, builds);
    return { sightings, life, row: problemRow(scope, sightings, life) };
  });
  return {
    diagnoses: sightings.map((sighting) => diagnosisRow(scope, sighting)),
    problems: made.map(({ row }) => row),
    builds: made.flatMap(({ sightings, row }) =>
      sightings.map(({ build, at }) => ({ problemId: row.id, buildRunId: build.row.id, seenAt: at })),
    ),
    jobs: made.flatMap(({ sightings, life, row }) => jobRows(sightings, life, row.id)),
  };
}

function jobRows(sightings: readonly Sighting[], { passes }: Life, problemId: number) {
  const byJob = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const { jobKey, branch } = sighting.build.row;
    const key = JSON.stringify([jobKey, branch]);
    byJob.set(key, [...(byJob.get(key) ?? []), sighting]);
  }
  return [...byJob.values()].flatMap((own) => {
    const last = own.at(-1);
    if (last === undefined) return [];
    const { integrationId, jobKey, jobName, branch, id: lastBuildRunId } = last.build.row;
    const place = { problemId, integrationId, jobKey, branch, jobName };
    return [{ ...place, seenCount: own.length, lastSeenAt: last.at, lastBuildRunId, passes, passedAt: null }];
  });
}
