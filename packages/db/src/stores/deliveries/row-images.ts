import type { LiveKind } from '@slipway/contracts';
import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { columnList } from '../../rows-of.js';
import { type Queryable, raw, type Sql, sql } from '../../sql.js';
import { PLAIN_BUILD_FIELDS } from '../apply/builds/build-runs.js';
import type { TouchedRow } from '../apply/engine/touched-rows.js';

/** A row as clients see it, with digests of its parts. */
export interface RowImage {
  readonly kind: LiveKind;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The digest of a long text or a list; null if it is empty. */
const digestOf = (text: Sql) => sql`md5(NULLIF(${text}, ''))`;
const listDigest = (row: Sql, from: Sql) =>
  sql`(SELECT md5(string_agg(${row}::text, ',' ORDER BY ${row}::text)) FROM ${from})`;

interface RowKind {
  readonly table: string;
  readonly idType: string;
  readonly columns: Sql;
}

/**
 * The columns of a row `t` by kind, under the API's names: everything that a delivery may change and a client may see.
 * Long texts and lists are compared by digest.
 */
const KINDS: Readonly<Partial<Record<LiveKind, RowKind>>> = {
  build_run: {
    table: 'build_runs',
    idType: 'bigint',
    columns: sql`t.status, t.attempt, t.build_number, t.job_name AS ci_job_name, t.build_type,
      t.actor, t.actor_user_id, ${columnList(PLAIN_BUILD_FIELDS, 't.')},
      t.started_at, t.finished_at, t.has_log,
      (SELECT count(*) FROM build_steps s WHERE s.build_run_id = t.id) AS steps,
      ${listDigest(
        sql`(s.name, s.status, s.started_at, s.finished_at, s.detail)`,
        sql`build_steps s WHERE s.build_run_id = t.id`,
      )} AS steps_digest,
      (SELECT count(*) FROM build_artifacts a WHERE a.build_run_id = t.id) AS artifacts,
      ${listDigest(
        sql`(a.name, a.size_bytes, a.url)`,
        sql`build_artifacts a WHERE a.build_run_id = t.id`,
      )} AS artifacts_digest,
      (SELECT md5(l.content) FROM build_logs l WHERE l.build_run_id = t.id) AS log_digest`,
  },
  change: {
    table: 'changes',
    idType: 'bigint',
    columns: sql`t.integration_id, t.repository, t.identifier, t.display_identifier, t.source_type, t.branch, t.url,
      t.author, t.author_user_id, t.description, t.timestamp, t.file_count, t.orphaned_at, t.files_digest,
      ARRAY(SELECT m.key FROM change_mentions m WHERE m.change_id = t.id ORDER BY m.key) AS reference_keys,
      ARRAY(SELECT l.task_id FROM task_links l WHERE l.change_id = t.id ORDER BY l.task_id) AS task_ids`,
  },
  asset: {
    table: 'assets',
    idType: 'uuid',
    columns: sql`t.name, t.path, t.asset_type, t.approval_status, t.version, t.content_hash, t.size_bytes,
      (SELECT count(*) FROM asset_events e WHERE e.asset_id = t.id) AS events,
      ${listDigest(
        sql`(e.integration_id, e.source, e.kind, e.version, e.actor, e.actor_user_id, e.occurred_at)`,
        sql`asset_events e WHERE e.asset_id = t.id`,
      )} AS events_digest`,
  },
  approval: {
    table: 'approvals',
    idType: 'uuid',
    columns: sql`t.asset_id, t.commit_sha, t.approval_stage, t.status, t.asset_version`,
  },
  reference: {
    table: 'external_references',
    idType: 'bigint',
    columns: sql`t.provider, t.key, t.title, t.state, t.url, t.assignee_user_id, t.removed_at IS NOT NULL AS removed,
      ARRAY(SELECT k.key FROM reference_keys k WHERE k.reference_id = t.id ORDER BY k.key) AS keys`,
  },
  deployment: {
    table: 'deployments',
    idType: 'uuid',
    columns: sql`t.platform, t.status, t.branch, t.version, t.external_id, t.external_build_id, t.build_number,
      t.build_run_id, t.commit_hash, t.actor, t.actor_user_id, t.submitted_at, t.deployed_at, t.live_at,
      ${digestOf(sql`t.notes`)} AS notes_digest,
      ${digestOf(sql`NULLIF(t.metadata, '{}')::text`)} AS metadata_digest,
      (SELECT count(*) FROM deployment_events e WHERE e.deployment_id = t.id) AS events,
      ${listDigest(
        sql`(e.occurred_at, e.event, e.status)`,
        sql`deployment_events e WHERE e.deployment_id = t.id`,
      )} AS events_digest`,
  },
};

const imagesOf = defineQuery({
  name: 'row images',
  columns: {
    id: computed('text', sql`t.id::text`),
    fields: computed<'jsonb', RowImage['fields']>('jsonb', sql`to_jsonb(f)`),
  },
  examples: Object.values(KINDS).map((kind) => ({ kind, projectId: 1, ids: [] })),
  build: ({ kind, projectId, ids }: { kind: RowKind; projectId: number; ids: readonly string[] }, select) => sql`
    SELECT ${select} FROM ${raw(kind.table)} t CROSS JOIN LATERAL (SELECT ${kind.columns}) f
    WHERE t.id = ANY(${ids}::${raw(kind.idType)}[]) AND t.project_id = ${projectId}`,
});

/** Reads the current state of a project's rows; omits rows that do not exist. */
export async function readRowImages(
  on: Queryable,
  projectId: number,
  rows: readonly TouchedRow[],
): Promise<RowImage[]> {
  const images: RowImage[] = [];
  for (const [name, kind] of Object.entries(KINDS) as [LiveKind, RowKind][]) {
    const ids = rows.filter((row) => row.kind === name).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await imagesOf.all(on, { kind, projectId, ids });
    images.push(...found.map((image) => ({ kind: name, ...image })));
  }
  return images;
}
