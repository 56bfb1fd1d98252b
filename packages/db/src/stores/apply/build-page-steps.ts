import { type BuildStepState, type BuildStepsReport, buildStepStateOf, joinBuildSteps } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../../sql.js';
import { type StepRow, stepColumns, stepRowOf, stepStateOf, type ToldStep } from './build-steps.js';
import type { DeliveryScope, ToldOperation } from './told-operation.js';

interface PageStep {
  readonly scope: DeliveryScope;
  readonly page: string;
  readonly attempt: number;
  readonly name: string;
  readonly state: BuildStepState;
}

/** A build and the page and attempt by which it finds its steps. */
export interface BuildPage {
  readonly id: number;
  readonly integrationId: number;
  readonly page: string;
  readonly attempt: number;
}

const keyOf = (integrationId: number, { page, attempt, name }: Omit<PageStep, 'scope' | 'state'>) =>
  JSON.stringify([integrationId, page, attempt, name]);

function fold(reports: readonly ToldOperation<BuildStepsReport>[]): Map<string, PageStep> {
  const folded = new Map<string, PageStep>();
  for (const { scope, operation } of reports) {
    const { buildUrl: page, attempt } = operation;
    for (const step of operation.steps) {
      const key = keyOf(scope.integrationId, { page, attempt, name: step.name });
      const state = buildStepStateOf(step);
      const known = folded.get(key);
      const joined = known === undefined ? state : joinBuildSteps(known.state, state);
      folded.set(key, { scope, page, attempt, name: step.name, state: joined });
    }
  }
  return folded;
}

/**
 * Keeps steps that name their build by its page. The project is held exclusively meanwhile, so a plain write is safe.
 * Returns the builds of those pages that are known and at that attempt.
 */
export async function keepPageSteps(
  tx: Queryable,
  reports: readonly ToldOperation<BuildStepsReport>[],
): Promise<BuildPage[]> {
  const folded = fold(reports);
  if (folded.size === 0) return [];
  const steps = [...folded.values()];
  const stored = await loadKept(tx, steps);
  const rows = [...folded].map(([key, { scope, page, attempt, name, state }]) => {
    const known = stored.get(key);
    return {
      integration_id: scope.integrationId,
      page,
      attempt,
      account_id: scope.accountId,
      project_id: scope.projectId,
      ...stepRowOf(name, known === undefined ? state : joinBuildSteps(known, state)),
    };
  });
  await execute(
    tx,
    sql`INSERT INTO build_page_steps (integration_id, page_digest, attempt, account_id, project_id, name, status,
          status_at, started_at, finished_at, detail, detail_at)
        SELECT integration_id, md5(page), attempt, account_id, project_id, name, status, status_at, started_at,
          finished_at, detail, detail_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(integration_id int, page text, attempt int,
          account_id int, project_id int, ${stepColumns})
        ON CONFLICT (integration_id, page_digest, attempt, name) DO UPDATE
          SET status = EXCLUDED.status, status_at = EXCLUDED.status_at, started_at = EXCLUDED.started_at,
            finished_at = EXCLUDED.finished_at, detail = EXCLUDED.detail, detail_at = EXCLUDED.detail_at`,
  );
  return findBuilds(tx, steps);
}

const columnsOf = (steps: readonly PageStep[]) => sql`unnest(
  ${steps.map(({ scope }) => scope.integrationId)}::int[], ${steps.map(({ page }) => page)}::text[],
  ${steps.map(({ attempt }) => attempt)}::int[], ${steps.map(({ name }) => name)}::text[])
  AS k(integration_id, page, attempt, name)`;

async function loadKept(tx: Queryable, steps: readonly PageStep[]): Promise<Map<string, BuildStepState>> {
  const rows = await query<StepRow & { integrationId: number; page: string; attempt: number }>(
    tx,
    sql`SELECT k.integration_id AS "integrationId", k.page, k.attempt, s.name, s.status, s.status_at, s.started_at,
               s.finished_at, s.detail, s.detail_at
        FROM build_page_steps s JOIN ${columnsOf(steps)}
          ON s.integration_id = k.integration_id AND s.page_digest = md5(k.page) AND s.attempt = k.attempt
            AND s.name = k.name`,
  );
  return new Map(rows.map((row) => [keyOf(row.integrationId, row), stepStateOf(row)]));
}

/** Held until the transaction ends, as whoever writes a build's steps does. */
function findBuilds(tx: Queryable, steps: readonly PageStep[]): Promise<BuildPage[]> {
  return query(
    tx,
    sql`SELECT b.id, b.integration_id AS "integrationId", b.build_url AS page, b.attempt FROM build_runs b
        WHERE (b.integration_id, md5(b.build_url), b.attempt) IN (
            SELECT k.integration_id, md5(k.page), k.attempt FROM ${columnsOf(steps)}) AND b.build_url <> ''
        ORDER BY b.integration_id, b.job_key, b.build_number FOR NO KEY UPDATE`,
  );
}

/** The kept steps of builds, by what their pages are now. Most tools never name a build by its page. */
export async function stepsOfPages(tx: Queryable, builds: readonly BuildPage[]): Promise<ToldStep[]> {
  if (builds.length === 0) return [];
  const rows = await query<StepRow & { buildRunId: number }>(
    tx,
    sql`SELECT k.id AS "buildRunId", s.name, s.status, s.status_at, s.started_at, s.finished_at, s.detail, s.detail_at
        FROM unnest(${builds.map(({ id }) => id)}::bigint[],
          ${builds.map(({ integrationId }) => integrationId)}::int[], ${builds.map(({ page }) => page)}::text[],
          ${builds.map(({ attempt }) => attempt)}::int[]) AS k(id, integration_id, page, attempt)
        JOIN build_page_steps s ON s.integration_id = k.integration_id AND s.page_digest = md5(k.page)
          AND s.attempt = k.attempt
        WHERE EXISTS (SELECT FROM build_page_steps
                      WHERE integration_id = ANY(${[...new Set(builds.map(({ integrationId }) => integrationId))]}::int[]))`,
    'find steps of pages',
  );
  return rows.map((row) => ({ buildRunId: row.buildRunId, name: row.name, state: stepStateOf(row) }));
}
