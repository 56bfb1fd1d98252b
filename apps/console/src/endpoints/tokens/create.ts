import { createToken } from '@slipway/contracts';
import { createApiToken, type DatabaseHandle, findMaxTokenDays, tokenTarget } from '@slipway/db';
import { hashToken, newApiToken, tokenEnd } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireName } from '../../require-name.js';
import { presentToken } from './present-token.js';
import { describeRestrictions, readRestrictions } from './read-restrictions.js';

/** Only this response contains the value; only its hash is stored. */
export const endpoint = defineConsoleEndpoint(createToken, async ({ caller, body, audit, services }) => {
  const { scopes, expires_in_days: days = null } = body;
  const { userId } = caller;
  const name = requireName(body.name);
  if (scopes.length === 0) throw invalidField('scopes', 'Choose at least one scope.');
  const { projectIds = [], networks = [] } = await readRestrictions(body, userId, services);
  const restrictions = { projectIds, networks };
  const now = services.clock.now();
  const value = newApiToken();
  const token = {
    name,
    prefix: value.slice(0, 8),
    scopes,
    origin: 'web' as const,
    createdAt: new Date(now),
    expiresAt: days === null ? null : tokenEnd(now, days),
  };
  const id = await services.database.modelTransaction(async (tx) => {
    await requireLifetime(tx, userId, days);
    const created = await createApiToken(tx, { ...token, restrictions, userId, tokenHash: hashToken(value) });
    const detail = { token_id: created, scopes, expires_in_days: days, ...describeRestrictions(restrictions) };
    await audit(tx, { target: tokenTarget(token), detail, token: restrictions });
    return created;
  });
  const unused = { legacy: false, lastUsedAt: null, lastUsedIp: '', revokedAt: null };
  const record = { ...token, ...restrictions, ...unused, id };
  return { token: presentToken(record, { now, maxDays: null }), value };
});

async function requireLifetime(tx: DatabaseHandle, userId: number, days: number | null): Promise<void> {
  const maxDays = await findMaxTokenDays(tx, userId);
  if (maxDays === null || (days !== null && days <= maxDays)) return;
  const limit = maxDays === 1 ? '1 day' : `${maxDays} days`;
  throw invalidField('expires_in_days', `Your account limits tokens to ${limit}.`);
}
