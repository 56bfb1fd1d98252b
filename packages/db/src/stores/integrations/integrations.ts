import type { SealedSecret } from '@slipway/domain';
import { columnsOf, narrowed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { sql } from '../../sql.js';
import { addSigningSecret, fingerprintsOf } from './integration-secrets.js';

export interface StoredToken {
  readonly tokenHash: string;
  readonly tokenPrefix: string;
}

export interface NewIntegration extends StoredToken {
  readonly accountId: number;
  readonly projectId: number;
  readonly provider: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export async function createIntegration({ prisma }: DatabaseHandle, fields: NewIntegration): Promise<number> {
  const { id } = await prisma.integration.create({
    data: { ...fields, config: toJson(fields.config) },
    select: { id: true },
  });
  return id;
}

export interface IntegrationEdit {
  readonly name?: string;
  readonly active?: boolean;
  readonly requireSignatures?: boolean;
  readonly signatureToleranceMinutes?: number;
  readonly config?: Readonly<Record<string, unknown>>;
}

const lockedConfig = defineQuery({
  name: 'lock settings of integration',
  columns: { config: narrowed<Readonly<Record<string, unknown>>>(columnsOf('Integration').config) },
  examples: [1],
  build: (id: number, select) => sql`SELECT ${select} FROM integrations WHERE id = ${id} FOR NO KEY UPDATE`,
});

/** An integration's settings, locked against changes until the transaction ends; null if the integration is gone. */
export async function lockConfig(
  { pool }: DatabaseHandle,
  id: number,
): Promise<Readonly<Record<string, unknown>> | null> {
  return (await lockedConfig.first(pool, id))?.config ?? null;
}

export async function editIntegration(
  { prisma }: DatabaseHandle,
  id: number,
  { config, ...edit }: IntegrationEdit,
): Promise<void> {
  await prisma.integration.update({
    where: { id },
    data: { ...edit, ...(config && { config: toJson(config) }) },
  });
}

/** Deletes an integration and its secrets. Everything that its deliveries reported stays. */
export async function deleteIntegration({ prisma }: DatabaseHandle, id: number): Promise<void> {
  await prisma.integration.delete({ where: { id } });
}

/** How a webhook token is replaced. If `previousUntil` is null, the replaced one ends immediately. */
export interface TokenReplacement extends StoredToken {
  readonly previousUntil: Date | null;
  readonly now: Date;
}

/** Replaces the webhook token. Tokens that were replaced before keep the time that they got then. */
export async function replaceToken(
  tx: DatabaseHandle,
  id: number,
  { previousUntil, now, ...token }: TokenReplacement,
): Promise<void> {
  const { prisma } = tx;
  // Of two replacements at once, the second one replaces the token of the first.
  await lockConfig(tx, id);
  const before = await prisma.integration.findUniqueOrThrow({
    where: { id },
    select: { tokenHash: true, previousTokenHash: true, previousTokenUntil: true },
  });
  await prisma.earlierToken.deleteMany({ where: { integrationId: id, until: { lte: now } } });
  if (previousUntil === null) {
    await prisma.integration.update({ where: { id }, data: token });
    return;
  }
  const { previousTokenHash: tokenHash, previousTokenUntil: until } = before;
  if (tokenHash !== null && until !== null && until > now)
    await prisma.earlierToken.create({ data: { integrationId: id, tokenHash, until } });
  const previous = { previousTokenHash: before.tokenHash, previousTokenUntil: previousUntil };
  await prisma.integration.update({ where: { id }, data: { ...token, ...previous } });
}

export async function dropPreviousTokens({ prisma }: DatabaseHandle, id: number): Promise<void> {
  await prisma.earlierToken.deleteMany({ where: { integrationId: id } });
  await prisma.integration.update({ where: { id }, data: { previousTokenHash: null, previousTokenUntil: null } });
}

/** Sets the token for a test event; null removes it. */
export async function setTestToken(
  { prisma }: DatabaseHandle,
  id: number,
  token: { readonly hash: string; readonly until: Date } | null,
): Promise<void> {
  await prisma.integration.update({
    where: { id },
    data: { testTokenHash: token?.hash ?? null, testTokenUntil: token?.until ?? null },
  });
}

/** Adds a signing secret. Those in use are accepted until `retireAt`; those replaced before keep their time. */
export async function replaceSigningSecret(
  tx: DatabaseHandle,
  secret: SealedSecret,
  retireAt: Date,
): Promise<void> {
  const { integrationId } = secret;
  await tx.prisma.integrationSecret.updateMany({
    where: { integrationId, purpose: 'signing', retiredAt: null, fingerprint: { notIn: fingerprintsOf(secret) } },
    data: { retiredAt: retireAt },
  });
  await addSigningSecret(tx, secret);
}

/** Retires every signing secret, or only those that were replaced and are still accepted. */
export async function retireSigningSecrets(
  { prisma }: DatabaseHandle,
  integrationId: number,
  { which, now }: { readonly which: 'all' | 'replaced'; readonly now: Date },
): Promise<void> {
  const accepted = [...(which === 'all' ? [{ retiredAt: null }] : []), { retiredAt: { gt: now } }];
  await prisma.integrationSecret.updateMany({
    where: { integrationId, purpose: 'signing', OR: accepted },
    data: { retiredAt: now },
  });
}

/** The newest accepted signing secret, encrypted. */
export async function findSigningSecret(
  { prisma }: DatabaseHandle,
  integrationId: number,
): Promise<Uint8Array | null> {
  const secret = await prisma.integrationSecret.findFirst({
    where: { integrationId, purpose: 'signing', retiredAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { ciphertext: true },
  });
  return secret?.ciphertext ?? null;
}

/** Removes the API token with which Slipway reads a Jenkins server; false if there was none. */
export async function removeApiToken({ prisma }: DatabaseHandle, integrationId: number): Promise<boolean> {
  const { count } = await prisma.integrationSecret.deleteMany({ where: { integrationId, purpose: 'api' } });
  return count > 0;
}

/** Replaces the API token with which Slipway reads a Jenkins server; null only removes it. */
export async function replaceApiToken(
  tx: DatabaseHandle,
  integrationId: number,
  secret: SealedSecret | null,
): Promise<void> {
  await lockConfig(tx, integrationId);
  await removeApiToken(tx, integrationId);
  if (secret === null) return;
  const { ciphertext, fingerprint } = secret;
  await tx.prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
}

/** Makes an integration's Jenkins server due for polling now, whatever the result of earlier polls. */
export async function requestPoll({ prisma }: DatabaseHandle, integrationId: number, now: Date): Promise<void> {
  await prisma.jenkinsPoll.updateMany({
    where: { integrationId },
    data: { state: 'waiting', failures: 0, lastError: null, nextPollAt: now },
  });
}
