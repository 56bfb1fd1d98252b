import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';
import { type RequestSource, recordTokenAudit } from '../audit-log/audit.js';
import { type AuditedToken, auditedToken, tokenTarget } from './api-tokens.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A request that a token authenticated. */
export interface TokenUse extends RequestSource {
  readonly tokenId: number;
}

/** Records when and from where tokens were last used, at most once a minute each. The first use is audited. */
export async function recordTokenUsage(
  database: Database,
  uses: readonly TokenUse[],
  usedAt: Date,
): Promise<void> {
  if (uses.length === 0) return;
  await updateLastUses.execute(database.pool, { uses, usedAt });
  const unused = await database.prisma.apiToken.findMany({
    where: { id: { in: uses.map(({ tokenId }) => tokenId) }, lastUsedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of unused) {
    const use = uses.find(({ tokenId }) => tokenId === id);
    if (use !== undefined) await database.modelTransaction((tx) => recordFirstUse(tx, use, usedAt));
  }
}

/** Locks rows in the order of their ids, so that two processes never wait for each other. */
const updateLastUses = defineQuery({
  name: 'update last uses of tokens',
  columns: {},
  examples: [{ uses: [{ tokenId: 1, ipAddress: '', userAgent: '' }], usedAt: new Date(0) }],
  build: ({ uses, usedAt }: { uses: readonly TokenUse[]; usedAt: Date }) => sql`
    UPDATE api_tokens t SET last_used_at = ${usedAt}::timestamptz, last_used_ip = used.ip
    FROM (SELECT stored.id, u.ip FROM unnest(${uses.map(({ tokenId }) => tokenId)}::int[],
        ${uses.map(({ ipAddress }) => ipAddress)}::text[]) AS u (id, ip)
      JOIN api_tokens stored ON stored.id = u.id
      WHERE stored.last_used_at < ${new Date(usedAt.getTime() - MINUTE_MS)}::timestamptz
      ORDER BY stored.id FOR NO KEY UPDATE OF stored) used
    WHERE t.id = used.id`,
});

/** The condition is part of the update, so that only one of several processes records the first use. */
async function recordFirstUse(tx: DatabaseHandle, use: TokenUse, usedAt: Date): Promise<void> {
  const [token] = await tx.prisma.apiToken.updateManyAndReturn({
    where: { id: use.tokenId, lastUsedAt: null },
    data: { lastUsedAt: usedAt, lastUsedIp: use.ipAddress },
    select: auditedToken,
  });
  if (token !== undefined) await recordUse(tx, 'token.first_use', use, token);
}

/** Audits uses from outside the networks that the tokens are restricted to, at most once an hour for each token. */
export async function recordTokenRefusals(
  database: Database,
  uses: readonly TokenUse[],
  refusedAt: Date,
): Promise<void> {
  for (const use of uses) await database.modelTransaction((tx) => recordRefusal(tx, use, refusedAt));
}

async function recordRefusal(tx: DatabaseHandle, use: TokenUse, refusedAt: Date): Promise<void> {
  const [token] = await tx.prisma.apiToken.updateManyAndReturn({
    where: {
      id: use.tokenId,
      OR: [{ refusedAt: null }, { refusedAt: { lte: new Date(refusedAt.getTime() - HOUR_MS) } }],
    },
    data: { refusedAt },
    select: auditedToken,
  });
  if (token !== undefined) await recordUse(tx, 'token.refuse_network', use, token);
}

async function recordUse(
  tx: DatabaseHandle,
  action: string,
  { ipAddress, userAgent }: TokenUse,
  token: AuditedToken,
): Promise<void> {
  const entry = { action, target: tokenTarget(token), detail: { token_id: token.id }, ipAddress, userAgent };
  await recordTokenAudit(tx, { ...entry, userId: token.userId, token });
}

const ADDRESS_DAYS = 90;

const forgetAddresses = defineQuery({
  name: 'forget addresses of token uses',
  columns: {},
  examples: [1],
  build: (limit: number) => sql`
    UPDATE api_tokens SET last_used_ip = '' WHERE id = ANY (ARRAY(
      SELECT id FROM api_tokens
      WHERE last_used_ip <> '' AND last_used_at < now() - make_interval(days => ${ADDRESS_DAYS}::int)
      LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
});

/** Forgets where tokens were last used from, 90 days after that. Returns how many, at most `limit`. */
export function forgetTokenAddresses(on: Queryable, limit: number): Promise<number> {
  return forgetAddresses.execute(on, limit);
}
