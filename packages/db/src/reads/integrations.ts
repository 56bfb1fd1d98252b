import type { AssetType, BuildType } from '@slipway/contracts';
import { type Queryable, query, queryOne, sql } from '../sql.js';

/** The integration of a webhook token, as ingest needs it. */
export interface IntegrationRecord {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly provider: string;
  readonly active: boolean;
  readonly paused: boolean;
  readonly archived: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  /** Every active signing secret, encrypted, in base64. */
  readonly signingSecrets: readonly string[];
}

/** Finds an integration by the hash of its webhook token, active or not. */
export function findIntegration(on: Queryable, tokenHash: string): Promise<IntegrationRecord | null> {
  return queryOne(
    on,
    sql`SELECT i.id, i.account_id AS "accountId", i.project_id AS "projectId", i.provider, i.active, i.config,
               p.paused_at IS NOT NULL AS paused, p.archived_at IS NOT NULL AS archived,
               ARRAY(SELECT replace(encode(s.ciphertext, 'base64'), chr(10), '') FROM integration_secrets s
                     WHERE s.integration_id = i.id AND s.purpose = 'signing' AND s.retired_at IS NULL
                     ORDER BY s.id) AS "signingSecrets"
        FROM integrations i JOIN projects p ON p.id = i.project_id
        WHERE i.token_hash = ${tokenHash}`,
  );
}

/** What normalizing and applying a delivery need to know of its integration and project. */
export interface IntegrationContext {
  readonly integrationId: number;
  readonly engine: BuildType;
  readonly config: Readonly<Record<string, unknown>>;
  readonly approvalAssetTypes: readonly AssetType[];
}

/** The contexts of a set of integrations, by id. */
export async function findIntegrationContexts(
  on: Queryable,
  integrationIds: readonly number[],
): Promise<Map<number, IntegrationContext>> {
  const rows = await query<IntegrationContext>(
    on,
    sql`SELECT i.id AS "integrationId", p.engine, i.config, COALESCE(p.approval_asset_types::text[], '{}') AS "approvalAssetTypes"
        FROM integrations i JOIN projects p ON p.id = i.project_id
        WHERE i.id = ANY(${integrationIds}::int[])`,
    'find integration contexts',
  );
  return new Map(rows.map((row) => [row.integrationId, row]));
}
