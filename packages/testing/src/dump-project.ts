import type { Queryable } from '@slipway/db';

/** What deliveries store in a project, without the ids and times of the rows themselves. */
const TABLES: Readonly<Record<string, string>> = {
  builds: `SELECT to_jsonb(b) - '{id,account_id,project_id,integration_id,field_weights,created_at,updated_at}'::text[] AS build
    FROM build_runs b WHERE project_id = $1`,
  steps: `SELECT b.build_number, s.name, s.status, s.status_at, s.started_at, s.finished_at, s.detail
    FROM build_steps s JOIN build_runs b ON b.id = s.build_run_id WHERE b.project_id = $1`,
  artifacts: `SELECT b.build_number, a.name, a.size_bytes, a.url FROM build_artifacts a
    JOIN build_runs b ON b.id = a.build_run_id WHERE b.project_id = $1`,
  logs: `SELECT b.build_number, l.content, l.truncated FROM build_logs l
    JOIN build_runs b ON b.id = l.build_run_id WHERE b.project_id = $1`,
  changes: `SELECT i.provider, c.repository, identifier, display_identifier, source_type, branch, made_on, url, author,
      author_uid, author_user_id, description, timestamp, file_count, orphaned_at
    FROM changes c JOIN integrations i ON i.id = c.integration_id WHERE c.project_id = $1`,
  files: `SELECT c.identifier, f.path, f.action FROM change_files f JOIN changes c ON c.id = f.change_id
    WHERE c.project_id = $1`,
  mentions: `SELECT c.identifier, m.key FROM change_mentions m JOIN changes c ON c.id = m.change_id
    WHERE m.project_id = $1`,
  moves: `SELECT repository, ref, before, after, forced, commits, moved_at FROM ref_moves WHERE project_id = $1`,
  references: `SELECT external_id, key, title, state, url, assignee_uid, assignee_user_id, removed_at, provider_time
    FROM external_references WHERE project_id = $1`,
  keys: `SELECT r.external_id, k.key FROM reference_keys k JOIN external_references r ON r.id = k.reference_id
    WHERE k.project_id = $1`,
  links: `SELECT DISTINCT r.external_id, c.identifier FROM external_references r
    JOIN reference_keys k ON k.reference_id = r.id
    JOIN change_mentions m ON m.project_id = k.project_id AND m.key = k.key JOIN changes c ON c.id = m.change_id
    WHERE r.project_id = $1`,
  deployments: `SELECT d.platform, d.build_number, d.branch, d.external_id, d.status, d.status_at, d.version, d.notes,
      d.metadata, d.commit_hash, d.actor, d.actor_user_id, d.submitted_at, d.deployed_at, d.live_at,
      b.job_key AS built_by, b.build_number AS built_as
    FROM deployments d LEFT JOIN build_runs b ON b.id = d.build_run_id WHERE d.project_id = $1`,
  history: `SELECT d.build_number, d.external_id, e.event, e.status, e.occurred_at FROM deployment_events e
    JOIN deployments d ON d.id = e.deployment_id WHERE d.project_id = $1`,
  assets: `SELECT path, name, asset_type, approval_status, version, event_count, content_hash, size_bytes, reported_version
    FROM assets WHERE project_id = $1`,
  events: `SELECT i.provider AS integration, e.provider, a.path, e.kind, e.source, e.version, e.actor, e.actor_user_id,
      e.occurred_at, c.identifier
    FROM asset_events e JOIN integrations i ON i.id = e.integration_id JOIN assets a ON a.id = e.asset_id
    LEFT JOIN changes c ON c.id = e.change_id
    WHERE e.project_id = $1`,
  approvals: `SELECT a.path, p.commit_sha, p.commit_at, p.status, p.asset_version FROM approvals p
    JOIN assets a ON a.id = p.asset_id WHERE p.project_id = $1`,
};

/** The field weights, which determine how later reports merge. */
const WEIGHTS: Readonly<Record<string, string>> = {
  buildWeights: 'SELECT job_key, build_number, field_weights FROM build_runs WHERE project_id = $1',
  changeWeights: 'SELECT repository, identifier, field_weights FROM changes WHERE project_id = $1',
  referenceWeights: 'SELECT external_id, field_weights FROM external_references WHERE project_id = $1',
  deploymentWeights: 'SELECT build_number, external_id, field_weights FROM deployments WHERE project_id = $1',
  assetWeights: 'SELECT path, field_weights FROM assets WHERE project_id = $1',
};

/** The rows that deliveries stored in a project, by table and sorted. */
export function dumpProject(on: Queryable, projectId: number): Promise<Record<string, string[]>> {
  return dump(on, projectId, TABLES);
}

/** The same, with the field weights. */
export function dumpWithWeights(on: Queryable, projectId: number): Promise<Record<string, string[]>> {
  return dump(on, projectId, { ...TABLES, ...WEIGHTS });
}

async function dump(
  on: Queryable,
  projectId: number,
  tables: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(tables)) {
    const result = await on.query({
      text: `SELECT to_jsonb(t)::text AS row FROM (${text}) t`,
      values: [projectId],
    });
    rows[name] = result.rows.map(({ row }: { row: string }) => row).toSorted();
  }
  return rows;
}
