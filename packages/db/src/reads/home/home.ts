import type { CauseState, DeliveryOutcome, InvestigationStatus } from '@slipway/contracts';
import { NOT_SEARCHED } from '../../build-status.js';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { empty, type Sql, sql } from '../../sql.js';
import { toBuildRun } from '../builds/build-runs.js';
import { causeState, errorTitle } from '../builds/finding-states.js';
import { builtChange } from '../builds/searched-builds.js';

/** Every part is bounded, so that Home costs the same for small and large accounts. */
const MAX_PROJECTS = 60;
/** As in sidebar-projects.ts: these builds decide which job a project runs most often. */
const RECENT = 500;
const MAX_OF_JOB = 100;
const MAX_SHOWN = 6;
const MAX_COUNTED = 1_000;

const project = columnsOf('Project', 'p');
const build = columnsOf('BuildRun', 'b');
const columns = {
  projectId: project.id,
  name: project.name,
  pausedAt: project.pausedAt,
  id: nullable(build.id),
  jobName: nullable(build.jobName),
  buildNumber: nullable(build.buildNumber),
  status: nullable(build.status),
  startedAt: build.startedAt,
  finishedAt: build.finishedAt,
  durationSeconds: build.durationSeconds,
  createdAt: nullable(build.createdAt),
};

type HomeRow = RowOf<typeof columns>;
type Known<Row> = { readonly [Field in keyof Row]: NonNullable<Row[Field]> };

/** A build of a project's main job. */
export type MainJobBuild = Known<Pick<HomeRow, 'id' | 'jobName' | 'buildNumber' | 'status' | 'createdAt'>> &
  Pick<HomeRow, 'startedAt' | 'finishedAt' | 'durationSeconds'>;

/** A project with the latest builds of its main job, oldest first. */
export interface HomeProjectRecord {
  readonly id: number;
  readonly name: string;
  readonly isPaused: boolean;
  readonly builds: readonly MainJobBuild[];
}

const mainJobs = defineQuery({
  name: 'list main job builds',
  columns,
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select}
        FROM (SELECT * FROM projects WHERE account_id = ${accountId} AND archived_at IS NULL
              ORDER BY id LIMIT ${MAX_PROJECTS}) p
        LEFT JOIN LATERAL (
          WITH recent AS MATERIALIZED (
            SELECT id, job_name, build_number, status, started_at, finished_at, duration_seconds, created_at
            FROM build_runs WHERE project_id = p.id AND ${NOT_SEARCHED} ORDER BY created_at DESC, id DESC LIMIT ${RECENT}
          ), main AS (
            SELECT job_name FROM recent GROUP BY job_name
            ORDER BY job_name IS NOT DISTINCT FROM p.main_job_name DESC, count(*) DESC, max(created_at) DESC LIMIT 1
          )
          SELECT recent.* FROM recent JOIN main USING (job_name)
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_OF_JOB}) b ON true
        ORDER BY p.id, b.created_at, b.id`,
});

/** An account's projects, except archived ones, with the state of their main jobs. */
async function listHomeProjects({ pool }: DatabaseHandle, accountId: number): Promise<HomeProjectRecord[]> {
  const projects = new Map<number, HomeProjectRecord & { builds: MainJobBuild[] }>();
  for (const { projectId, name, pausedAt, ...row } of await mainJobs.all(pool, accountId)) {
    const known = projects.get(projectId) ?? { id: projectId, name, isPaused: pausedAt !== null, builds: [] };
    projects.set(projectId, known);
    if (row.id !== null) known.builds.push(toBuildRun(row as MainJobBuild));
  }
  return [...projects.values()];
}

const change = columnsOf('Change', 'c');
const causeColumns = {
  buildId: build.id,
  changeId: nullable(change.id),
  displayIdentifier: nullable(change.displayIdentifier),
  description: nullable(computed('text', sql`left(c.description, 500)`)),
  author: nullable(change.author),
  authorUserId: change.authorUserId,
  investigation: nullable(narrowed<InvestigationStatus>(computed('text', sql`i.status::text`))),
  causeState: nullable(narrowed<CauseState>(computed('text', causeState))),
  error: nullable(computed('text', errorTitle)),
  fingerprint: columnsOf('BuildDiagnosis', 'd').fingerprint,
  attributedUserId: columnsOf('Investigation', 'i').attributedUserId,
};

/** What is known about the cause of a failed build. */
export interface BuildCauseRecord extends RowOf<typeof causeColumns> {}

const causes = defineQuery({
  name: 'list causes of builds',
  columns: causeColumns,
  examples: [{ accountId: 1, buildIds: [1] }],
  build: ({ accountId, buildIds }: { accountId: number; buildIds: readonly number[] }, select) =>
    sql`SELECT ${select} FROM build_runs b
        LEFT JOIN changes c ON c.id = ${builtChange} AND c.project_id = b.project_id
        LEFT JOIN LATERAL (SELECT * FROM investigations WHERE build_run_id = b.id
                           ORDER BY created_at DESC LIMIT 1) i ON true
        LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
        WHERE b.id = ANY(${buildIds}::bigint[]) AND b.account_id = ${accountId}`,
});

/** The change, the error and the latest investigation of each build. */
function listBuildCauses(
  { pool }: DatabaseHandle,
  accountId: number,
  buildIds: readonly number[],
): Promise<BuildCauseRecord[]> {
  return causes.all(pool, { accountId, buildIds });
}

/** The columns of an approval `a` and its asset `s`. */
export const waitingColumns = {
  ...pick(columnsOf('Approval', 'a'), 'id', 'projectId', 'assetId', 'commitSha', 'approvalStage', 'createdAt'),
  ...pick(columnsOf('Asset', 's'), 'name', 'assetType'),
  /** How many approvals of the same change wait for the same decision. */
  others: computed('int4', sql`a.others`),
};

/**
 * Which decisions to list: those of projects `p`, on approvals `r` that are wanted, and of changes whose approvals `g` meet
 * a condition.
 */
interface WantedDecisions {
  readonly accountId: number;
  readonly projects: Sql;
  readonly condition?: Sql;
  /** All if undefined, which reads no asset. */
  readonly isWanted?: Sql | undefined;
  readonly count: number;
}

/**
 * The newest decisions that wait. All approvals of a change are one decision, listed as the newest of them, so that a
 * change with 40,000 assets hides no other. They are counted in an index that holds only pending approvals.
 */
export function waitingDecisions(wanted: WantedDecisions): Sql {
  const { accountId, projects, condition = sql`true`, isWanted, count } = wanted;
  const filter = isWanted === undefined ? empty : sql`AND ${isWanted}`;
  const pendingOf = (projectId: Sql) => sql`SELECT * FROM approvals r WHERE account_id = ${accountId}
    AND project_id = ${projectId} AND status = 'pending' ${filter}`;
  const pending = pendingOf(sql`p.id`);
  return sql`(
    (SELECT a.*, g.count - 1 AS others FROM (
       SELECT p.id, g.* FROM ${projects}, LATERAL (
         SELECT commit_sha, count(*)::int AS count, max(created_at) AS newest_at FROM (${pending}) requested
         WHERE commit_sha > '' GROUP BY commit_sha) g
       WHERE ${condition} ORDER BY g.newest_at DESC LIMIT ${count}) g,
       LATERAL (${pendingOf(sql`g.id`)}
                AND commit_sha = g.commit_sha ORDER BY created_at DESC, id DESC LIMIT 1) a)
    UNION ALL
    (SELECT a.*, 0 FROM ${projects}, LATERAL (
       SELECT * FROM (${pending}) requested WHERE commit_sha = '' ORDER BY created_at DESC LIMIT ${count}) a)
    ORDER BY created_at DESC, id DESC LIMIT ${count}) a`;
}

export interface WaitingApprovalRecord extends RowOf<typeof waitingColumns> {}

const waiting = defineQuery({
  name: 'list waiting approvals',
  columns: waitingColumns,
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select}
        FROM ${waitingDecisions({
          accountId,
          count: MAX_SHOWN,
          projects: sql`(SELECT id FROM projects WHERE account_id = ${accountId}) p`,
        })}
        JOIN assets s ON s.id = a.asset_id
        ORDER BY a.created_at DESC, a.id DESC`,
});

const deploymentColumns = pick(
  columnsOf('Deployment', 'd'),
  'id',
  'projectId',
  'platform',
  'version',
  'buildNumber',
  'createdAt',
);

/** A deployment in store review. */
export interface ReviewedDeploymentRecord extends RowOf<typeof deploymentColumns> {}

const inReview = defineQuery({
  name: 'list deployments in review',
  columns: deploymentColumns,
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select} FROM (SELECT id FROM projects WHERE account_id = ${accountId} AND archived_at IS NULL
                               ORDER BY id LIMIT ${MAX_PROJECTS}) p,
          LATERAL (SELECT * FROM deployments WHERE project_id = p.id AND status = 'in_review'
                   ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN}) d
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${MAX_SHOWN}`,
});

const lostColumns = {
  projectId: computed('int4', sql`p.id`),
  outcome: narrowed<Extract<DeliveryOutcome, 'rejected' | 'dead'>>(computed('text', sql`o.outcome::text`)),
  count: computed('int8', sql`n.count`),
};

/** How many of a project's deliveries had no effect. */
export interface LostDeliveriesRecord extends RowOf<typeof lostColumns> {}

const lostDeliveries = defineQuery({
  name: 'count lost deliveries',
  columns: lostColumns,
  examples: [{ accountId: 1, since: new Date(0) }],
  build: ({ accountId, since }: { accountId: number; since: Date }, select) =>
    sql`SELECT ${select} FROM (SELECT id FROM projects WHERE account_id = ${accountId} AND archived_at IS NULL
                               ORDER BY id LIMIT ${MAX_PROJECTS}) p,
          (VALUES ('rejected'::delivery_outcome), ('dead'::delivery_outcome)) o(outcome),
          LATERAL (SELECT count(*) AS count FROM (
            SELECT 1 FROM deliveries WHERE project_id = p.id AND outcome = o.outcome AND received_at >= ${since}
            LIMIT ${MAX_COUNTED}) lost) n
        WHERE n.count > 0 ORDER BY p.id, o.outcome`,
});

/** Deliveries since a given time that were rejected or died, by project. */
function countLostDeliveries(
  { pool }: DatabaseHandle,
  accountId: number,
  since: Date,
): Promise<LostDeliveriesRecord[]> {
  return lostDeliveries.all(pool, { accountId, since });
}

export const reads = {
  listHomeProjects,
  listBuildCauses,
  listWaitingApprovals: waiting.list,
  listDeploymentsInReview: inReview.list,
  countLostDeliveries,
};
