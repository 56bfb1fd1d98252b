import type { ProblemMark, ProblemState, SnoozeEnd } from '@slipway/contracts';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { type ProjectPage, pageReader } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, when } from '../../keyset.js';
import { raw, type Sql, sql } from '../../sql.js';

/** The most jobs or branches shown for one problem. */
const MAX_JOBS = 20;

const problem = columnsOf('Problem', 'p');

/** Distinct values of the jobs of a problem `p`. */
const ofJobs = (column: string) =>
  computed(
    'text[]',
    sql`ARRAY(SELECT DISTINCT j.${raw(column)} FROM problem_jobs j
      WHERE j.problem_id = p.id AND j.${raw(column)} <> '' ORDER BY 1 LIMIT ${raw(String(MAX_JOBS))})`,
  );

/** A build that retention has not deleted. */
const existing = (id: Sql) =>
  nullable(
    computed('int8', sql`(SELECT b.id FROM build_runs b WHERE b.id = ${id} AND b.project_id = p.project_id)`),
  );

const columns = {
  ...pick(
    problem,
    'id',
    'projectId',
    'category',
    'tool',
    'title',
    'message',
    'file',
    'symbol',
    'test',
    'testId',
    'assigneeUserId',
    'assignedAt',
    'snoozedUntil',
    'snoozedAt',
    'note',
    'seenCount',
    'firstSeenAt',
    'lastSeenAt',
    'regressions',
    'reopenedAt',
    'resolvedAt',
    'resolvedById',
    'updatedAt',
  ),
  state: narrowed<ProblemState>(problem.state),
  mark: nullable(narrowed<ProblemMark>(problem.mark)),
  snoozeEnds: narrowed<SnoozeEnd>(problem.snoozeEnds),
  taskId: nullable(
    computed('int4', sql`(SELECT t.id FROM tasks t WHERE t.id = p.task_id AND t.project_id = p.project_id)`),
  ),
  jobs: ofJobs('job_name'),
  branches: ofJobs('branch'),
  passes: computed('int4', sql`COALESCE((SELECT min(j.passes) FROM problem_jobs j WHERE j.problem_id = p.id), 0)`),
  firstBuildRunId: existing(sql`p.first_build_run_id`),
  lastBuildRunId: existing(sql`p.last_build_run_id`),
  fixBuildRunId: existing(sql`p.fix_build_run_id`),
  suspectId: nullable(computed('int8', sql`s.id`)),
  suspectIdentifier: nullable(computed('text', sql`s.identifier`)),
  suspectDisplayIdentifier: nullable(computed('text', sql`s.display_identifier`)),
  suspectAuthorId: nullable(computed('int4', sql`s.author_user_id`)),
  fixId: nullable(computed('int8', sql`f.id`)),
  fixIdentifier: nullable(computed('text', sql`f.identifier`)),
  fixDisplayIdentifier: nullable(computed('text', sql`f.display_identifier`)),
  fixAuthorId: nullable(computed('int4', sql`f.author_user_id`)),
};

/** A problem with its jobs and changes. Ids of rows that retention has deleted are null. */
export interface ProblemRecord extends RowOf<typeof columns> {}

/** Looks a change up. OFFSET keeps the planner from joining the project's changes instead. */
const changeOf = (id: Sql) => sql`LATERAL (SELECT id, identifier, display_identifier, author_user_id FROM changes
  WHERE id = ${id} AND project_id = p.project_id OFFSET 0)`;

const withChanges = sql`LEFT JOIN ${changeOf(sql`p.suspected_change_id`)} s ON true
  LEFT JOIN ${changeOf(sql`p.fix_change_id`)} f ON true`;

export interface ProblemFilter {
  readonly state: ProblemState | undefined;
}

const keyset = { at: sql`last_seen_at`, id: sql`id`, idType: sql`bigint` };

type ProblemPage = ProjectPage<ProblemFilter>;

const EXAMPLE: ProblemPage = { projectId: 1, state: 'open', count: 1, after: { at: 0, id: '1' } };

/** Last seen first. Reads jobs and changes only for the rows on the page. */
const problemPage = defineQuery({
  name: 'list problems',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, state: undefined, after: null }],
  build: ({ projectId, state, count, after }: ProblemPage, select) => sql`SELECT ${select}
    FROM (SELECT * FROM problems
          WHERE project_id = ${projectId} ${when(state, (value) => sql`state = ${value}::problem_state`)}
            ${olderThan(after, keyset)}
          ORDER BY ${newestFirst(keyset)} LIMIT ${count}) p
    ${withChanges}
    ORDER BY p.last_seen_at DESC, p.id DESC`,
});

const oneProblem = defineQuery({
  name: 'find problem',
  columns,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { projectId: number; id: number }, select) => sql`SELECT ${select}
    FROM (SELECT * FROM problems WHERE id = ${id} AND project_id = ${projectId}) p ${withChanges}`,
});

function findProblem({ pool }: DatabaseHandle, projectId: number, id: number): Promise<ProblemRecord | null> {
  return oneProblem.first(pool, { projectId, id });
}

const buildProblem = defineQuery({
  name: 'find problem of build',
  columns,
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: { projectId: number; buildRunId: number }, select) => sql`SELECT ${select}
    FROM (SELECT q.* FROM problem_builds o JOIN problems q ON q.id = o.problem_id
          WHERE o.build_run_id = ${buildRunId} AND o.is_cause AND q.project_id = ${projectId}
          ORDER BY o.seen_at DESC, o.problem_id DESC LIMIT 1) p ${withChanges}`,
});

/** The problem that made a build fail; the last one if it ran several times. */
function findProblemOfBuild(
  { pool }: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<ProblemRecord | null> {
  return buildProblem.first(pool, { projectId, buildRunId });
}

export const reads = { listProblems: pageReader(problemPage), findProblem, findProblemOfBuild };
