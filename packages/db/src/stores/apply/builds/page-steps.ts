import { type BuildStepState, type BuildStepsReport, buildStepStateOf, mergeBuildSteps } from '@slipway/domain';
import { columnsOf, computed } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, type Sql, sql } from '../../../sql.js';
import type { DeliveryScope, ScopedOperation } from '../engine/scoped-operation.js';
import {
  type ReportedStep,
  setStepColumns,
  stepColumns,
  stepRowOf,
  stepStateOf,
  stepTypes,
} from './build-steps.js';

interface PageStep {
  readonly scope: DeliveryScope;
  readonly page: string;
  readonly attempt: number;
  readonly name: string;
  readonly state: BuildStepState;
}

/** A build, with the page and attempt that its steps are found by. */
export interface BuildPage {
  readonly id: number;
  readonly integrationId: number;
  readonly page: string;
  readonly attempt: number;
}

interface PageStepKey {
  readonly integrationId: number;
  readonly page: string;
  readonly attempt: number;
  readonly name: string;
}

const keyText = ({ integrationId, page, attempt, name }: PageStepKey) =>
  JSON.stringify([integrationId, page, attempt, name]);

const keyOf = ({ scope, page, attempt, name }: PageStep): PageStepKey => ({
  integrationId: scope.integrationId,
  page,
  attempt,
  name,
});

const KEY_TYPES = { integrationId: 'int', page: 'text', attempt: 'int', name: 'text' };

function fold(reports: readonly ScopedOperation<BuildStepsReport>[]): Map<string, PageStep> {
  const folded = new Map<string, PageStep>();
  for (const { scope, operation } of reports) {
    const { buildUrl: page, attempt } = operation;
    for (const step of operation.steps) {
      const reported = { scope, page, attempt, name: step.name, state: buildStepStateOf(step) };
      const key = keyText(keyOf(reported));
      const known = folded.get(key);
      const state = known === undefined ? reported.state : mergeBuildSteps(known.state, reported.state);
      folded.set(key, { ...reported, state });
    }
  }
  return folded;
}

/**
 * Stores steps that identify their build by its page. A plain write is safe, because the transaction has locked the
 * project exclusively. Returns the known builds with one of these pages that are at the same attempt.
 */
export async function recordPageSteps(
  tx: Queryable,
  reports: readonly ScopedOperation<BuildStepsReport>[],
): Promise<BuildPage[]> {
  const folded = fold(reports);
  if (folded.size === 0) return [];
  const steps = [...folded.values()];
  const keys = steps.map(keyOf);
  const found = await loadPageSteps.all(tx, keys);
  const known = new Map(found.map((row) => [keyText(row), stepStateOf(row)]));
  const rows = [...folded].map(([key, { scope, page, attempt, name, state }]) => {
    const before = known.get(key);
    const { integrationId, accountId, projectId } = scope;
    const merged = before === undefined ? state : mergeBuildSteps(before, state);
    return { integrationId, page, attempt, accountId, projectId, ...stepRowOf(name, merged) };
  });
  await writePageSteps.execute(tx, rows);
  return buildsOfPages.all(tx, keys);
}

const loadPageSteps = defineQuery({
  name: 'load build_page_steps',
  columns: {
    integrationId: columnsOf('BuildPageStep', 's').integrationId,
    page: computed('text', sql`r.page`),
    attempt: columnsOf('BuildPageStep', 's').attempt,
    ...stepColumns,
  },
  examples: [[]],
  build: (keys: readonly PageStepKey[], select) => sql`SELECT ${select} FROM build_page_steps s
    JOIN ${rowsOf(keys, KEY_TYPES)} ON s.integration_id = r.integration_id AND s.page_digest = md5(r.page)
      AND s.attempt = r.attempt AND s.name = r.name`,
});

type PageStepRow = Omit<PageStepKey, 'name'> &
  ReturnType<typeof stepRowOf> & { readonly accountId: number; readonly projectId: number };

const writePageSteps = defineQuery({
  name: 'write build_page_steps',
  columns: {},
  examples: [[]],
  build: (rows: readonly PageStepRow[]) => sql`INSERT INTO build_page_steps (integration_id, page_digest, attempt,
      account_id, project_id, name, status, status_at, started_at, finished_at, detail, detail_at)
    SELECT integration_id, md5(page), attempt, account_id, project_id, name, status, status_at, started_at, finished_at,
      detail, detail_at
    FROM ${rowsOf(rows, {
      integrationId: 'int',
      page: 'text',
      attempt: 'int',
      accountId: 'int',
      projectId: 'int',
      ...stepTypes,
    })}
    ON CONFLICT (integration_id, page_digest, attempt, name) DO UPDATE SET ${setStepColumns}`,
});

const build = columnsOf('BuildRun', 'b');

/**
 * The beginning of a page, as in the index: addresses can be longer than an index entry, and those of new builds are
 * close together, unlike digests of them.
 */
const startOf = (page: Sql) => sql`left(${page}, 200) COLLATE "C"`;

/** Locks the builds until the transaction ends, as every writer of a build's steps does. */
const buildsOfPages = defineQuery({
  name: 'find builds of pages',
  columns: { id: build.id, integrationId: build.integrationId, page: build.buildUrl, attempt: build.attempt },
  examples: [[]],
  build: (keys: readonly PageStepKey[], select) => sql`SELECT ${select} FROM build_runs b
    WHERE (b.integration_id, ${startOf(sql`b.build_url`)}, b.build_url, b.attempt) IN (
        SELECT r.integration_id, ${startOf(sql`r.page`)}, r.page, r.attempt FROM ${rowsOf(keys, KEY_TYPES)})
      AND b.build_url <> ''
    ORDER BY b.integration_id, b.job_key, b.build_number FOR NO KEY UPDATE`,
});

/** The EXISTS ends the statement early for integrations (most of them) that never identify a build by its page. */
const waitingSteps = defineQuery({
  name: 'find steps of pages',
  columns: { buildRunId: computed('int8', sql`r.id`), ...stepColumns },
  prepared: true,
  examples: [[]],
  build: (builds: readonly BuildPage[], select) => sql`SELECT ${select}
    FROM ${rowsOf(builds, { id: 'bigint', integrationId: 'int', page: 'text', attempt: 'int' })}
    JOIN build_page_steps s ON s.integration_id = r.integration_id AND s.page_digest = md5(r.page)
      AND s.attempt = r.attempt
    WHERE EXISTS (SELECT FROM build_page_steps
                  WHERE integration_id = ANY(${[...new Set(builds.map(({ integrationId }) => integrationId))]}::int[]))`,
});

/** The builds' stored steps, found by the builds' current pages. */
export async function stepsOfPages(tx: Queryable, builds: readonly BuildPage[]): Promise<ReportedStep[]> {
  if (builds.length === 0) return [];
  const rows = await waitingSteps.all(tx, builds);
  return rows.map((row) => ({ buildRunId: row.buildRunId, name: row.name, state: stepStateOf(row) }));
}
