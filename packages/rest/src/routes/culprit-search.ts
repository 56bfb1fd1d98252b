import {
  type CulpritSearch,
  DEFAULT_CULPRIT_RUNS,
  getCulpritSearch,
  reportCulpritRun,
  startCulpritSearch,
  stopCulpritSearch,
} from '@slipway/contracts';
import {
  type ApiReads,
  addReportedRun,
  apiReads,
  type CulpritRangeRecord,
  concludeCulpritSearch,
  type DatabaseHandle,
  findCulpritRange,
  findReportedRun,
  lockCulpritSearch,
  type ProblemRecord,
  type ProjectRecord,
  recordProjectAction,
  revisionOf,
  startCulpritSearch as storeSearch,
  stopCulpritSearch as storeStop,
} from '@slipway/db';
import { accountDay, findRevisionPlace, parseLargeRowId, redactName, searchedPosition } from '@slipway/domain';
import { ApiError, accepted, created, found, ok } from '@slipway/http';
import { presentCulpritSearch } from '../presenters/present-culprit-search.js';
import { defineEndpoint, type RestServices } from '../services.js';

interface ReadSearch {
  readonly problem: ProblemRecord;
  readonly range: CulpritRangeRecord | null;
  /** Why Slipway cannot request runs itself; null if it can. */
  readonly unavailable: string | null;
  readonly runsUsedToday: number;
  readonly runsPerDay: number;
  present(): Promise<CulpritSearch>;
}

interface SearchPlace {
  readonly services: RestServices;
  readonly project: ProjectRecord;
  /** As in the path. */
  readonly problemId: string;
}

/** Reads what is known about the culprit of a problem; throws a 404 if there is no such problem. */
async function readSearch(on: DatabaseHandle, { services, project, problemId }: SearchPlace): Promise<ReadSearch> {
  const reads = apiReads(on as Parameters<typeof apiReads>[0]);
  const id = found(parseLargeRowId(problemId));
  // Sequential, because these reads may share a transaction, which has only one connection.
  const problem = found(await reads.findProblem(project.id, id));
  const range = await findCulpritRange(on, project.id, id);
  const { perDay, used } = await reads.findCulpritBudget(project.id, accountDay(services.clock.now()).date);
  const unavailable = await whyUnavailable(reads, range, perDay);
  const redactor = services.redactors.of(project);
  return {
    problem,
    range,
    unavailable,
    runsUsedToday: used,
    runsPerDay: perDay,
    present: () =>
      presentCulpritSearch(
        { reads, redactor },
        { problem, range, unavailable, runsLeftToday: Math.max(0, perDay - used) },
      ),
  };
}

async function whyUnavailable(
  reads: ApiReads,
  range: CulpritRangeRecord | null,
  runsPerDay: number,
): Promise<string | null> {
  if (range === null) return NO_BUILD;
  const build = await reads.findRerunBuild(range.firstFailed.projectId, range.firstFailed.id);
  if (build === null) return NO_BUILD;
  const place = findRevisionPlace({ ...build, runsPerDay });
  return 'problem' in place ? place.problem : (range.search?.unavailable ?? null);
}

const NO_BUILD = 'No build is known that could be run at another revision.';

export const search = defineEndpoint(getCulpritSearch, async ({ project, params, services }) => {
  const place = { services, project, problemId: params.problem_id };
  return (await readSearch(services.database, place)).present();
});

/** What the audit log and the messages call a problem. */
function nameOf(problem: ProblemRecord, project: ProjectRecord, services: RestServices): string {
  return redactName(problem.title, services.redactors.of(project));
}

export const start = defineEndpoint(startCulpritSearch, ({ caller, project, params, body, services }) =>
  services.database.modelTransaction(async (tx) => {
    const now = services.clock.now();
    const place = { services, project, problemId: params.problem_id };
    const read = await readSearch(tx, place);
    if (read.range?.search?.state === 'active') return ok(await read.present());
    const { max_runs: maxRuns = DEFAULT_CULPRIT_RUNS, runs_by: runsBy = 'ci' } = body ?? {};
    requireSearchable(read);
    if (runsBy === 'ci') requireRequests(read, now);
    const { id: projectId, accountId } = project;
    const { id: problemId } = read.problem;
    const isNew = await storeSearch(tx, {
      accountId,
      projectId,
      problemId,
      runsBy,
      maxRuns,
      startedById: caller.userId,
      now: new Date(now),
    });
    if (isNew)
      await recordProjectAction(tx, {
        accountId,
        projectId,
        userId: caller.userId,
        action: 'culprit_search.start',
        target: nameOf(read.problem, project, services),
        detail: { project: project.name, problem_id: problemId, runs_by: runsBy, max_runs: maxRuns },
        origin: caller,
      });
    const shown = await (await readSearch(tx, place)).present();
    return isNew ? accepted(shown) : ok(shown);
  }),
);

function requireSearchable({ problem, range }: ReadSearch): void {
  if (problem.state !== 'open') throw new ApiError('problem_not_open');
  if (range === null || range.isCut || range.changes.length === 0) throw new ApiError('nothing_to_search');
}

function requireRequests({ unavailable, runsUsedToday, runsPerDay, range }: ReadSearch, now: number): void {
  // What ended an earlier search may have been mended since.
  if (unavailable !== null && unavailable !== range?.search?.unavailable)
    throw new ApiError('rerun_unavailable', { message: unavailable });
  if (runsUsedToday >= runsPerDay)
    throw new ApiError('daily_limit_reached', {
      message: `Searches have used up the ${runsPerDay} runs that the project may request today.`,
      retryAfterSeconds: accountDay(now).secondsLeft,
    });
}

export const stop = defineEndpoint(stopCulpritSearch, ({ caller, project, params, services }) =>
  services.database.modelTransaction(async (tx) => {
    const now = services.clock.now();
    const place = { services, project, problemId: params.problem_id };
    const { problem } = await readSearch(tx, place);
    const { id: projectId, accountId } = project;
    if (await storeStop(tx, { projectId, problemId: problem.id, now: new Date(now) }))
      await recordProjectAction(tx, {
        accountId,
        projectId,
        userId: caller.userId,
        action: 'culprit_search.stop',
        target: nameOf(problem, project, services),
        detail: { project: project.name, problem_id: problem.id },
        origin: caller,
      });
    return (await readSearch(tx, place)).present();
  }),
);

export const report = defineEndpoint(reportCulpritRun, ({ project, params, body, services }) =>
  services.database.modelTransaction(async (tx) => {
    const now = services.clock.now();
    const place = { services, project, problemId: params.problem_id };
    const problemId = found(parseLargeRowId(params.problem_id));
    const { run_id: clientRunId, identifier, outcome } = body;
    const { id: projectId } = project;
    // Locked first, so that a run that is reported twice at once is found by the second request.
    const active = await lockCulpritSearch(tx, { projectId, problemId });
    const read = await readSearch(tx, place);
    const known = await findReportedRun(tx, { projectId, clientRunId });
    if (known !== null) {
      const isSame = known.problemId === problemId && known.identifier === identifier && known.outcome === outcome;
      if (!isSame) throw new ApiError('run_id_reused');
      return ok(await read.present());
    }
    if (active === null) throw new ApiError('search_not_active');
    requireRevision(read.range, identifier);
    const run = { projectId, problemId, clientRunId, identifier, outcome, now: new Date(now) };
    await addReportedRun(tx, active.id, run);
    const counted = await readSearch(tx, place);
    if (counted.range !== null)
      await concludeCulpritSearch(tx, {
        problem: counted.problem,
        range: counted.range,
        searchId: active.id,
        now: new Date(now),
      });
    return created(await (await readSearch(tx, place)).present());
  }),
);

function requireRevision(range: CulpritRangeRecord | null, identifier: string): void {
  if (range === null) throw new ApiError('nothing_to_search');
  const changes = range.changes.map((change) => change.identifier);
  if (searchedPosition(identifier, { base: revisionOf(range.lastPassing), changes }) === null)
    throw new ApiError('unknown_revision');
}
