import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const build = columnsOf('BuildRun', 'b');
const columns = {
  ...pick(
    build,
    'id',
    'integrationId',
    'status',
    'jobKey',
    'jobName',
    'buildNumber',
    'buildUrl',
    'commitHash',
    'branch',
  ),
  /** Null if the integration was deleted. */
  provider: nullable(computed('text', sql`i.provider`)),
  isActive: computed('bool', sql`COALESCE(i.active, false)`),
  config: narrowed<Readonly<Record<string, unknown>>>(computed('jsonb', sql`COALESCE(i.config, '{}')`)),
  githubApiUrl: nullable(computed('text', sql`g.api_url`)),
  githubAppId: nullable(computed('text', sql`g.app_id`)),
  /** Encrypted; null if there is none. */
  credential: nullable({
    ...columnsOf('IntegrationSecret').ciphertext,
    expression: sql`(SELECT s.ciphertext FROM integration_secrets s WHERE s.integration_id = i.id
      AND s.purpose = 'api' AND s.retired_at IS NULL ORDER BY s.id DESC LIMIT 1)`,
  }),
};

/** A build, and how Slipway can reach the tool that ran it. */
export interface RerunBuildRecord extends RowOf<typeof columns> {}

const rerunBuild = defineQuery({
  name: 'find build to run again',
  columns,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { projectId: number; id: number }, select) =>
    sql`SELECT ${select} FROM build_runs b
        LEFT JOIN integrations i ON i.id = b.integration_id AND i.project_id = b.project_id
        LEFT JOIN github_connections g ON g.integration_id = i.id
        WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

export function findRerunBuild(
  { pool }: DatabaseHandle,
  projectId: number,
  id: number,
): Promise<RerunBuildRecord | null> {
  return rerunBuild.first(pool, { projectId, id });
}

export const reads = { findRerunBuild };
