import type { AssetType } from '@slipway/contracts';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { maskedValues } from '../masked-values/masked-values.js';

const integration = columnsOf('Integration', 'i');
const config = narrowed<Readonly<Record<string, unknown>>>(integration.config);

const columns = {
  ...pick(
    integration,
    'id',
    'accountId',
    'projectId',
    'provider',
    'active',
    'requireSignatures',
    'signatureToleranceMinutes',
  ),
  config,
  paused: computed('bool', sql`p.paused_at IS NOT NULL`),
  archived: computed('bool', sql`p.archived_at IS NOT NULL`),
  signingSecrets: computed(
    'text[]',
    sql`ARRAY(SELECT replace(encode(s.ciphertext, 'base64'), chr(10), '') FROM integration_secrets s
              WHERE s.integration_id = i.id AND s.purpose = 'signing' AND (s.retired_at IS NULL OR s.retired_at > now())
              ORDER BY s.id)`,
  ),
  handshakeOpenUntilMs: computed('float8', sql`(extract(epoch FROM i.handshake_open_until) * 1000)::float8`),
  validUntilMs: nullable(
    computed(
      'float8',
      sql`(extract(epoch FROM least(
             CASE WHEN i.token_hash <> t.hash THEN t.until END,
             (SELECT min(s.retired_at) FROM integration_secrets s
              WHERE s.integration_id = i.id AND s.purpose = 'signing' AND s.retired_at > now()))) * 1000)::float8`,
    ),
  ),
};

/**
 * What ingest knows about the integration that a webhook token belongs to. `signingSecrets` are all active ones,
 * encrypted, in base64. `validUntilMs` is when the record expires because its token or one of its secrets was replaced;
 * null if nothing in it expires.
 */
export interface IntegrationRecord extends RowOf<typeof columns> {}

const integrationByToken = defineQuery({
  name: 'find integration',
  columns,
  examples: ['hash'],
  build: (tokenHash: string, select) =>
    sql`SELECT ${select} FROM integrations i JOIN projects p ON p.id = i.project_id
        CROSS JOIN LATERAL (SELECT ${tokenHash}::char(64) AS hash,
          CASE ${tokenHash} WHEN i.previous_token_hash THEN i.previous_token_until
            WHEN i.test_token_hash THEN i.test_token_until
            ELSE (SELECT e.until FROM earlier_tokens e WHERE e.token_hash = ${tokenHash}) END AS until) t
        WHERE (i.token_hash = ${tokenHash} OR i.previous_token_hash = ${tokenHash} OR i.test_token_hash = ${tokenHash}
            OR i.id = (SELECT e.integration_id FROM earlier_tokens e WHERE e.token_hash = ${tokenHash}))
          AND (i.token_hash = t.hash OR t.until > now())`,
});

/**
 * Finds an integration, active or not, by the hash of its webhook token, of a replaced one that still works, or of the
 * token that a test event uses.
 */
export const findIntegration = integrationByToken.find;

const contextColumns = {
  integrationId: integration.id,
  projectId: integration.projectId,
  maskedValues,
  engine: columnsOf('Project', 'p').engine,
  config,
  approvalAssetTypes: computed<'text[]', AssetType[]>(
    'text[]',
    sql`COALESCE(p.approval_asset_types::text[], '{}')`,
  ),
  hasNotificationRules: computed(
    'bool',
    sql`EXISTS (SELECT FROM notification_rules n WHERE n.project_id = i.project_id AND n.enabled)`,
  ),
  hasCulpritSearch: computed(
    'bool',
    sql`EXISTS (SELECT FROM culprit_searches s WHERE s.project_id = i.project_id AND s.runs_by = 'ci'
      AND s.started_at > now() - interval '30 days')`,
  ),
  updatesGithub: computed(
    'bool',
    sql`EXISTS (SELECT FROM github_connections g WHERE g.project_id = i.project_id AND (g.statuses OR g.comments))`,
  ),
};

/** What normalizing and applying a delivery requires of its integration and project. */
export interface IntegrationContext extends RowOf<typeof contextColumns> {}

const integrationContexts = defineQuery({
  name: 'find integration contexts',
  columns: contextColumns,
  prepared: true,
  examples: [[1]],
  build: (integrationIds: readonly number[], select) =>
    sql`SELECT ${select} FROM integrations i JOIN projects p ON p.id = i.project_id
        WHERE i.id = ANY(${integrationIds}::int[])`,
});

export async function findIntegrationContexts(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  integrationIds: readonly number[],
): Promise<Map<number, IntegrationContext>> {
  const rows = await integrationContexts.all(pool, integrationIds);
  return new Map(rows.map((row) => [row.integrationId, row]));
}
