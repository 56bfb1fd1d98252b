import type { Scope } from '@slipway/contracts';
import { columnsOf, narrowed, pick, type RowOf } from '../columns.js';
import { defineQuery } from '../define-query.js';
import { type Queryable, sql } from '../sql.js';

const token = columnsOf('ApiToken');
const columns = {
  ...pick(token, 'id', 'userId', 'name', 'prefix', 'legacy', 'expiresAt', 'revokedAt'),
  scopes: narrowed<Scope[]>(token.scopes),
};

/** An API token as authentication needs it. */
export type ApiTokenRecord = RowOf<typeof columns>;

const tokenByHash = defineQuery({
  name: 'find API token',
  columns,
  prepared: true,
  examples: ['hash'],
  build: (tokenHash: string, select) => sql`SELECT ${select} FROM api_tokens WHERE token_hash = ${tokenHash}`,
});

/** Finds a token by the hash of its value. Every request reads it, so a revocation takes effect at once everywhere. */
function findApiToken(on: Queryable, tokenHash: string): Promise<ApiTokenRecord | null> {
  return tokenByHash.first(on, tokenHash);
}

export const reads = { findApiToken };
