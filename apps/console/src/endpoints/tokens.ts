import {
  createToken,
  listTokens,
  type OwnToken,
  restrictToken,
  revokeToken,
  shortenToken,
} from '@slipway/contracts';
import {
  createApiToken,
  type DatabaseHandle,
  findMaxTokenDays,
  type OwnTokenRecord,
  restrictApiToken,
  revokeApiToken,
  shortenApiToken,
  type TokenRestrictions,
  tokenTarget,
} from '@slipway/db';
import { hashToken, newApiToken, parseRowId, tokenEnd } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentApiToken } from '@slipway/rest';
import { readNetwork } from '@slipway/runtime';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { requireName } from '../require-name.js';
import { scopeMeanings } from '../scope-meanings.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listTokens, async ({ caller, services }) => {
  const [tokens, maxDays] = await Promise.all([
    services.reads.listOwnTokens(caller.userId),
    findMaxTokenDays(services.database, caller.userId),
  ]);
  const now = services.clock.now();
  return {
    tokens: tokens.map((token) => presentToken(token, { now, maxDays })),
    scopes: scopeMeanings,
    max_days: maxDays,
  };
});

/** Only this response contains the value; only its hash is stored. */
export const create = defineConsoleChange(createToken, async ({ caller, body, tx, audit, services }) => {
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
  await requireLifetime(tx, userId, days);
  const id = await createApiToken(tx, { ...token, restrictions, userId, tokenHash: hashToken(value) });
  const detail = { token_id: id, scopes, expires_in_days: days, ...describeRestrictions(restrictions) };
  await audit({ target: tokenTarget(token), detail, token: restrictions });
  const unused = { legacy: false, lastUsedAt: null, lastUsedIp: '', revokedAt: null };
  const stored = { scopes: [...scopes], projectIds: [...projectIds], networks: [...networks] };
  const record = { ...token, ...stored, ...unused, id };
  return { token: presentToken(record, { now, maxDays: null }), value };
});

async function requireLifetime(tx: DatabaseHandle, userId: number, days: number | null): Promise<void> {
  const maxDays = await findMaxTokenDays(tx, userId);
  if (maxDays === null || (days !== null && days <= maxDays)) return;
  const limit = maxDays === 1 ? '1 day' : `${maxDays} days`;
  throw invalidField('expires_in_days', `Your account limits tokens to ${limit}.`);
}

export const restrict = defineConsoleChange(restrictToken, async (input) => {
  const { caller, params, body, tx, audit, services } = input;
  const id = found(parseRowId(params.token_id));
  const { userId } = caller;
  const restrictions = await readRestrictions(body, userId, services);
  const { token, before } = found(await restrictApiToken(tx, { id, userId }, restrictions));
  const detail = { token_id: id, ...describeRestrictions(token) };
  await audit({ target: tokenTarget(token), detail, token, before });
});

export const revoke = defineConsoleChange(revokeToken, async ({ caller, params, tx, audit, services }) => {
  const id = found(parseRowId(params.token_id));
  const now = new Date(services.clock.now());
  const token = found(await revokeApiToken(tx, { id, userId: caller.userId, now }));
  await audit({ target: tokenTarget(token), detail: { token_id: id }, token });
});

export const shorten = defineConsoleChange(shortenToken, async ({ caller, params, tx, audit, services }) => {
  const id = found(parseRowId(params.token_id));
  const { userId } = caller;
  const expiresAt = tokenEnd(services.clock.now(), found(await findMaxTokenDays(tx, userId)));
  const token = found(await shortenApiToken(tx, { id, userId }, expiresAt));
  await audit({
    target: tokenTarget(token),
    detail: { token_id: id, expires_at: expiresAt.toISOString() },
    token,
  });
});

const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);

interface TokenLimit {
  readonly now: number;
  readonly maxDays: number | null;
}

function presentToken(token: OwnTokenRecord, limit: TokenLimit): OwnToken {
  const shown = presentApiToken(token, limit.now);
  return {
    ...shown,
    origin: token.origin,
    last_used_ip: token.lastUsedIp.replace(/^::ffff:/, ''),
    project_ids: orNull(token.projectIds),
    networks: orNull(token.networks),
    exceeds_limit: shown.state === 'active' && exceeds(token, limit),
  };
}

/** Tokens of the login flow always last 90 days. */
function exceeds({ origin, expiresAt }: OwnTokenRecord, { now, maxDays }: TokenLimit): boolean {
  if (origin !== 'web' || maxDays === null) return false;
  return expiresAt === null || expiresAt > tokenEnd(now, maxDays);
}

interface SentRestrictions {
  readonly project_ids?: readonly number[] | null | undefined;
  readonly networks?: readonly string[] | null | undefined;
}

/**
 * The sent restrictions of a token as they are stored: none for null, and absent if they were not sent. Throws a 422 for
 * projects of others and malformed networks.
 */
async function readRestrictions(
  { project_ids: projectIds, networks }: SentRestrictions,
  userId: number,
  { reads }: ConsoleServices,
): Promise<Partial<TokenRestrictions>> {
  const visible = projectIds == null ? [] : await reads.listProjects(userId, projectIds);
  if (visible.length !== (projectIds?.length ?? 0))
    throw invalidField('project_ids', 'Choose projects from your accounts.');
  return {
    ...(projectIds !== undefined && { projectIds: visible.map(({ id }) => id) }),
    ...(networks !== undefined && { networks: [...new Set((networks ?? []).map(requireNetwork))] }),
  };
}

function requireNetwork(text: string): string {
  const network = readNetwork(text);
  if (network !== null) return network;
  throw invalidField('networks', `“${text}” is not a network such as 203.0.113.0/24 or 2001:db8::/32.`);
}

function describeRestrictions({ projectIds, networks }: TokenRestrictions) {
  return {
    ...(projectIds.length > 0 && { project_ids: projectIds }),
    ...(networks.length > 0 && { networks }),
  };
}
