import { createToken } from '@slipway/contracts';
import { createApiToken } from '@slipway/db';
import { hashToken, newApiToken } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireName } from '../../require-name.js';
import { presentToken } from './present-token.js';

const DAY_MS = 24 * 60 * 60_000;

/** Only this response contains the value; only its hash is stored. */
export const endpoint = defineConsoleEndpoint(createToken, async ({ caller, body, audit, services }) => {
  const { scopes, expires_in_days: days } = body;
  const name = requireName(body.name);
  if (scopes.length === 0) throw invalidField('scopes', 'Choose at least one scope.');
  const now = services.clock.now();
  const value = newApiToken();
  const token = {
    name,
    prefix: value.slice(0, 8),
    scopes,
    origin: 'web' as const,
    createdAt: new Date(now),
    expiresAt: days == null ? null : new Date(now + days * DAY_MS),
  };
  const id = await services.database.modelTransaction(async (tx) => {
    const created = await createApiToken(tx, { ...token, userId: caller.userId, tokenHash: hashToken(value) });
    await audit(tx, { target: `${name} (${token.prefix}…)`, detail: { scopes, expires_in_days: days ?? null } });
    return created;
  });
  const record = { ...token, id, legacy: false, lastUsedAt: null, revokedAt: null };
  return { token: presentToken(record, now), value };
});
