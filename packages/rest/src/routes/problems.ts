import {
  type BodyValues,
  editProblem,
  getProblem,
  listProblems,
  type Problem,
  type ProblemBuild,
  type ProblemChange,
  type ProblemDay,
  type ProblemDetail,
  type ProblemLook,
  type ProblemWaitsFor,
  type updateProblem,
} from '@slipway/contracts';
import {
  type ApiReads,
  apiReads,
  type DatabaseHandle,
  isProjectMember,
  isTaskOfProject,
  type ProblemBuildRecord,
  type ProblemRecord,
  type ProjectRecord,
  recordProjectAction,
  editProblem as storeEdit,
} from '@slipway/db';
import {
  accountDay,
  dayStarts,
  describeWaitsFor,
  type Look,
  pageAt,
  parseLargeRowId,
  type Redactor,
  readSnooze,
  redactName,
  type Snooze,
  sanitizePath,
  sanitizeText,
  userIdName,
  type WaitsFor,
} from '@slipway/domain';
import { ApiError, type Caller, found } from '@slipway/http';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint, type RestServices } from '../services.js';

/** The response is read in the same transaction: if a read fails, the edit is rolled back. */
export const edit = defineEndpoint(editProblem, ({ caller, project, params, body, services }) =>
  services.database.modelTransaction(async (tx) => {
    const edit = { project, problemId: params.problem_id, caller, body };
    const id = await saveProblemEdit(tx, { ...edit, now: services.clock.now() });
    const { detail } = await readProblem({ ...services, reads: apiReads(tx) }, project, id);
    return detail;
  }),
);

export const get = defineEndpoint(getProblem, async ({ project, params, services }) => {
  const { detail } = await readProblem(services, project, found(parseLargeRowId(params.problem_id)));
  return detail;
});

export const list = defineEndpoint(listProblems, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listProblems, scope: project.id, query });
  const problems = await services.reads.listProblems(project.id, { state: query.state }, page);
  const { rows, pagination } = page.end(problems, ({ lastSeenAt, id }) => ({ at: lastSeenAt, id }));
  const redactor = services.redactors.of(project);
  return { problems: rows.map((row) => presentProblem(row, redactor, services.baseUrl)), pagination };
});

const digitsOrNull = (id: number | null) => (id === null ? null : String(id));

/** The two changes that a problem names. */
function presentChanges(problem: ProblemRecord): Pick<Problem, 'suspected_change' | 'likely_fix'> {
  return {
    suspected_change: presentChange(
      problem.suspectId,
      problem.suspectIdentifier,
      problem.suspectDisplayIdentifier,
      problem.suspectAuthorId,
    ),
    likely_fix: presentChange(
      problem.fixId,
      problem.fixIdentifier,
      problem.fixDisplayIdentifier,
      problem.fixAuthorId,
    ),
  };
}

function presentChange(
  id: number | null,
  identifier: string | null,
  displayIdentifier: string | null,
  authorUserId: number | null,
): ProblemChange | null {
  if (id === null) return null;
  return {
    id,
    identifier: sanitizeText(identifier ?? ''),
    display_identifier: sanitizeText(displayIdentifier ?? ''),
    author_user_id: authorUserId,
  };
}

export function presentProblem(problem: ProblemRecord, redactor: Redactor, baseUrl: string): Problem {
  const { id, projectId } = problem;
  const quoted = (text: string) => sanitizeText(redactor.text(text));
  const quotedOrNull = (text: string | null) => (text === null ? null : quoted(text));
  return {
    id: String(id),
    project_id: String(projectId),
    title: quoted(problem.title),
    message: quoted(problem.message),
    category: problem.category,
    tool: problem.tool,
    file: problem.file === null ? null : sanitizePath(problem.file),
    symbol: quotedOrNull(problem.symbol),
    test: quotedOrNull(problem.test),
    test_id: digitsOrNull(problem.testId),
    state: problem.state,
    mark: problem.mark,
    seen_count: problem.seenCount,
    first_seen_at: presentTime(problem.firstSeenAt),
    last_seen_at: presentTime(problem.lastSeenAt),
    jobs: problem.jobs.map((job) => redactName(job, redactor)),
    branches: problem.branches.map((branch) => redactName(branch, redactor)),
    ...presentChanges(problem),
    assignee_user_id: problem.assigneeUserId,
    ...presentSnooze(problem),
    note: sanitizeText(problem.note),
    task_id: problem.taskId,
    regressions: problem.regressions,
    reopened_at: presentTime(problem.reopenedAt),
    resolved_at: presentTime(problem.resolvedAt),
    passes_since_last_failure: problem.passes,
    first_build_run_id: digitsOrNull(problem.firstBuildRunId),
    last_build_run_id: digitsOrNull(problem.lastBuildRunId),
    updated_at: presentTime(problem.updatedAt),
    urls: { web: baseUrl + pageAt('/projects/$projectId/problems/$problemId', { projectId, problemId: id }) },
  };
}

function presentSnooze({
  snoozedUntil,
  snoozeEnds,
}: ProblemRecord): Pick<Problem, 'snoozed_until' | 'snooze_ends'> {
  return { snoozed_until: presentTime(snoozedUntil), snooze_ends: snoozedUntil === null ? null : snoozeEnds };
}

export function presentWaitsFor(
  waiting: WaitsFor | null,
  nameOf: (userId: number) => string = userIdName,
): ProblemWaitsFor | null {
  if (waiting === null) return null;
  const { userId, groupId, since } = waiting;
  const sentence = describeWaitsFor(waiting, nameOf);
  return { user_id: userId, group_id: groupId, since: presentTime(since), sentence };
}

function presentProblemBuild(build: ProblemBuildRecord, redactor: Redactor): ProblemBuild {
  return {
    id: String(build.id),
    status: build.status,
    ci_job_name: redactName(build.jobName, redactor),
    build_number: sanitizeText(build.buildNumber),
    branch: redactName(build.branch, redactor),
    commit_hash: sanitizeText(build.commitHash),
    changelist: sanitizeText(build.changelist),
    failed_at: presentTime(build.seenAt),
  };
}

function presentLook({ owner, groupName, score, reasons }: Look, redactor: Redactor): ProblemLook {
  return {
    user_id: 'userId' in owner ? owner.userId : null,
    group_id: 'groupId' in owner ? owner.groupId : null,
    group: groupName,
    score: Math.round(score * 100) / 100,
    reasons: reasons.map((reason) => sanitizeText(redactor.text(reason))),
  };
}

interface ReadProblem {
  readonly problem: ProblemRecord;
  readonly detail: ProblemDetail;
  readonly waitsFor: WaitsFor | null;
}

/** Reads a problem with its builds and its days in a time zone, as its row and as clients see it. */
export async function readProblem(
  { reads, clock, baseUrl, redactors }: Pick<RestServices, 'reads' | 'clock' | 'baseUrl' | 'redactors'>,
  project: ProjectRecord,
  id: number,
  timeZone = 'UTC',
): Promise<ReadProblem> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const problem = found(await reads.findProblem(project.id, id));
  const builds = await reads.listProblemBuilds(project.id, id);
  const daysOf = await readProblemDays(reads, [id], { timeZone, now: clock.now() });
  const { looks, waitsFor } = await reads.readAttention(project, problem, clock.now());
  const redactor = redactors.of(project);
  const detail = {
    ...presentProblem(problem, redactor, baseUrl),
    build_runs: builds.map((build) => presentProblemBuild(build, redactor)),
    days: daysOf(id),
    should_look: looks.map((look) => presentLook(look, redactor)),
    waits_for: presentWaitsFor(waitsFor),
  };
  return { problem, detail, waitsFor };
}

/** How many days are shown, today included. */
const SHOWN_DAYS = 30;

/** Whose days are counted, and until when. */
export interface DaysUntil {
  readonly timeZone: string;
  readonly now: number;
}

/** Reads the last 30 days of some problems in a time zone; returns a function that finds those of one. */
export async function readProblemDays(
  reads: Pick<ApiReads, 'listProblemDays'>,
  problemIds: readonly number[],
  { timeZone, now }: DaysUntil,
): Promise<(problemId: number) => ProblemDay[]> {
  const starts = dayStarts(now, timeZone, SHOWN_DAYS);
  const days = new Map<number, ProblemDay[]>();
  for (const { problemId, place, seenCount: count } of await reads.listProblemDays({ problemIds, starts })) {
    const { date: day } = accountDay((starts[place - 1] as Date).getTime(), timeZone);
    const known = days.get(problemId);
    if (known === undefined) days.set(problemId, [{ day, count }]);
    else known.push({ day, count });
  }
  return (problemId) => days.get(problemId) ?? [];
}

interface SentEdit {
  readonly project: ProjectRecord;
  /** As in the path. */
  readonly problemId: string;
  readonly caller: Caller;
  readonly now: number;
  readonly body: Partial<BodyValues<typeof updateProblem.body>>;
}

/** Saves what a person changes about a problem; returns the problem's id. Throws a 422 for a person or task of others. */
export async function saveProblemEdit(
  tx: DatabaseHandle,
  { project, problemId, caller, now, body }: SentEdit,
): Promise<number> {
  const { id: projectId } = project;
  const id = found(parseLargeRowId(problemId));
  const { state, mark, assignee_user_id: assigneeUserId, note, task_id: taskId } = body;
  if (assigneeUserId != null && !(await isProjectMember(tx, projectId, assigneeUserId)))
    throw invalid('assignee_user_id must be a member of the project.');
  if (taskId != null && !(await isTaskOfProject(tx, projectId, taskId)))
    throw invalid('task_id must be a task of the project.');
  const requested = readSnooze({ until: body.snoozed_until, ends: body.snooze_ends }, now);
  if ('flaw' in requested) throw invalid(requested.flaw);
  const { snooze } = requested;
  const place = { projectId, problemId: id, userId: caller.userId, now: new Date(now) };
  const result = await storeEdit(tx, place, { state, mark, assigneeUserId, note, taskId, snooze });
  if (result === 'not_open') throw invalid('Only an open problem can be snoozed.');
  if (result === 'unknown') throw new ApiError('not_found');
  if (snooze !== undefined) await recordSnooze(tx, { project, caller, problemId: id, snooze });
  return id;
}

const invalid = (message: string) => new ApiError('invalid_parameter', { message });

interface RecordedSnooze extends Pick<SentEdit, 'project' | 'caller'> {
  readonly problemId: number;
  readonly snooze: Snooze | null;
}

async function recordSnooze(
  tx: DatabaseHandle,
  { project, caller, problemId, snooze }: RecordedSnooze,
): Promise<void> {
  const problem = found(await apiReads(tx).findProblem(project.id, problemId));
  await recordProjectAction(tx, {
    accountId: project.accountId,
    projectId: project.id,
    userId: caller.userId,
    action: snooze === null ? 'problem.end_snooze' : 'problem.snooze',
    target: sanitizeText(problem.title),
    detail: { project: project.name, problem_id: problemId, ...snooze },
    origin: caller,
  });
}
