import type { SealedSecret } from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import { recordAudit } from '../audit-log/audit.js';
import { mailHandshake } from '../mail/mail-outbox.js';
import type { MailedHandshake } from '../mail/mail-subject.js';
import { addSigningSecret, fingerprintsOf } from './integration-secrets.js';

/** Ingest tries every active secret on a request's body. A sender with one secret per webhook has a dozen or so. */
const MAX_ACTIVE = 100;

const WINDOW_MS = 24 * 60 * 60_000;

/** A signing secret that a sender registers, and where the request came from. */
export interface Handshake {
  readonly secret: SealedSecret;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** `known`: the secret is already active. `closed`: no handshake is expected. `full`: there are too many secrets. */
export type HandshakeOutcome = 'registered' | 'known' | 'closed' | 'full';

/**
 * Registers a handshake's secret while the integration's handshake window is open, and notifies the owners. Stored
 * secrets stay: if there are too many, the new one is refused.
 */
export async function registerHandshake(tx: DatabaseHandle, handshake: Handshake): Promise<HandshakeOutcome> {
  const { secret, ipAddress, userAgent } = handshake;
  const { integrationId } = secret;
  const integration = await lockIntegration.first(tx.pool, integrationId);
  const now = await databaseTime(tx);
  if (integration === null || integration.openUntil <= now) return 'closed';
  const active = await listActive(tx, integrationId, now);
  const fingerprints = fingerprintsOf(secret);
  const known = active.find(({ fingerprint }) => fingerprints.includes(fingerprint));
  if (known?.retiredAt === null) return 'known';
  if (known === undefined && active.length >= MAX_ACTIVE) return 'full';
  await addSigningSecret(tx, secret);
  const { accountId, projectId, name, projectName } = integration;
  await recordAudit(tx, {
    accountId,
    projectId,
    userId: null,
    action: 'integration.handshake',
    target: name,
    detail: { integration_id: integrationId },
    ipAddress,
    userAgent,
  });
  const mailed: MailedHandshake = { integrationId, name, projectId, projectName, ipAddress, registeredAt: now };
  await mailHandshake(tx, accountId, mailed);
  await announceChange(tx, projectId, 'integration');
  return 'registered';
}

const integrationColumns = columnsOf('Integration', 'i');

/** Makes an integration's handshakes run one after another, so that together they cannot exceed the limit. */
const lockIntegration = defineQuery({
  name: 'lock integration for handshake',
  columns: {
    ...pick(integrationColumns, 'accountId', 'projectId', 'name'),
    projectName: columnsOf('Project', 'p').name,
    openUntil: integrationColumns.handshakeOpenUntil,
  },
  examples: [1],
  build: (id: number, select) => sql`
    SELECT ${select} FROM integrations i JOIN projects p ON p.id = i.project_id
    WHERE i.id = ${id} FOR NO KEY UPDATE OF i`,
});

function listActive({ prisma }: DatabaseHandle, integrationId: number, now: Date) {
  return prisma.integrationSecret.findMany({
    where: { integrationId, purpose: 'signing', OR: [{ retiredAt: null }, { retiredAt: { gt: now } }] },
    select: { fingerprint: true, retiredAt: true },
  });
}

/** Opens an integration's handshake window for a day. A window that is open for longer stays as it is. */
export async function openHandshakeWindow(tx: DatabaseHandle, integrationId: number): Promise<void> {
  const until = new Date((await databaseTime(tx)).getTime() + WINDOW_MS);
  await tx.prisma.integration.updateMany({
    where: { id: integrationId, handshakeOpenUntil: { lt: until } },
    data: { handshakeOpenUntil: until },
  });
}
