import type { Scope } from '@slipway/contracts';
import { columnsOf, narrowed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const token = columnsOf('ApiToken');
const columns = {
  ...pick(token, 'id', 'userId', 'name', 'prefix', 'legacy', 'expiresAt', 'revokedAt'),
  scopes: narrowed<Scope[]>(token.scopes),
};

/** An API token with what authentication needs. */
export interface ApiTokenRecord extends RowOf<typeof columns> {}

const tokenByHash = defineQuery({
  name: 'find API token',
  columns,
  prepared: true,
  examples: ['hash'],
  build: (tokenHash: string, select) => sql`SELECT ${select} FROM api_tokens WHERE token_hash = ${tokenHash}`,
});

/** Finds a token by the hash of its value. Every request reads it, so a revocation takes effect everywhere at once. */
function findApiToken({ pool }: DatabaseHandle, tokenHash: string): Promise<ApiTokenRecord | null> {
  return tokenByHash.first(pool, tokenHash);
}

export const reads = { findApiToken };
