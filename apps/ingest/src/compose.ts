import type { RequestListener } from 'node:http';
import {
  addSigningSecret,
  findIntegration,
  isDatabaseOutage,
  listenForIntegrationChanges,
  openProcessDatabase,
} from '@slipway/db';
import { decryptSecret, encryptSecret, fingerprintSecret, systemClock } from '@slipway/domain';
import { clientAddressReader, FOR_PROGRAMS, securityHeaders } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import {
  connectedWithin,
  connectFailFast,
  createDeliveryPublisher,
  durabilityWarnings,
  watchRedis,
} from '@slipway/queue';
import { type ProcessContext, SettingsError } from '@slipway/runtime';
import { createAcceptor } from './accept.js';
import { createApp } from './app.js';
import { createDirectory, type Directory } from './directory.js';
import { createMirror } from './integration-mirror.js';
import { keepMirror } from './keep-mirror.js';
import type { ReceiveDeps } from './receive.js';
import { createBodyBudget } from './request-body.js';
import { keepDraining } from './spool/keep-draining.js';
import { openSpool } from './spool/spool.js';
import { createWebhookMetrics } from './webhook-metrics.js';
import { createWindowCounter, type WindowCounter } from './window-counter.js';
import { TooSlowError, within } from './within.js';

const LOOKUP_TIMEOUT_MS = 1_000;
const CONNECT_LIMIT_MS = 1_000;
const STORE_LIMIT_MS = 1_500;
const MINUTE_MS = 60_000;
const GUESSES_PER_SECOND = 50;
/** Bodies in memory at once, of all requests together: twenty of the largest, tens of thousands of the usual. */
const BODIES_LIMIT_BYTES = 512 * 1024 * 1024;

/** Wires the ingest app to its database, queue, spool and metrics, and registers how to take it down. */
export async function composeIngest(
  context: ProcessContext,
  isDraining: () => boolean,
  options: { hotPath?: boolean } = {},
): Promise<RequestListener> {
  const { settings, logger, metrics, onClose } = context;
  const database = openProcessDatabase(context, { name: 'slipway-ingest', statementTimeoutMs: LOOKUP_TIMEOUT_MS });
  const redis = connectFailFast(settings.REDIS_URL, (error) => logger.warn({ err: error }, 'redis connection'));
  onClose('redis', () => redis.disconnect());
  const load = (tokenHash: string) => findIntegration(database, tokenHash);
  const mirror = createMirror(redis);
  const directory = createDirectory({
    clock: systemClock,
    load,
    isOutage: isDatabaseOutage,
    openSecret: (id, ciphertext) => decryptSecret(settings.APP_SECRET, id, Buffer.from(ciphertext, 'base64')),
    mirror,
  });
  const keeper = keepMirror({ mirror, load });
  onClose('mirror', () => keeper.close());
  listenForChanges(context, [directory, keeper]);
  // The first requests may need what Redis knows, say while the database is away.
  await connectedWithin(redis, CONNECT_LIMIT_MS);
  const { acceptor, warnings } = await composeQueue(context, redis);
  const counter = (name: string, limit: number, windowMs: number): WindowCounter => {
    const made = createWindowCounter({
      redis,
      clock: systemClock,
      prefix: `slipway:limit:${name}:`,
      limit,
      windowMs,
    });
    onClose(name, () => made.close());
    return made;
  };
  return createApp({
    ...options,
    logger,
    trustProxy: settings.TRUST_PROXY,
    bodyLimitBytes: settings.WEBHOOK_BODY_LIMIT,
    bodies: createBodyBudget(BODIES_LIMIT_BYTES),
    clientAddress: clientAddressReader(settings.TRUST_PROXY),
    securityHeaders: FOR_PROGRAMS,
    commonHeaders: Object.entries(securityHeaders(FOR_PROGRAMS)).flat(),
    clock: systemClock,
    isDraining,
    directory,
    deliveryLimit: counter('deliveries', settings.WEBHOOK_RATE_LIMIT, MINUTE_MS),
    failureLimit: counter('failures', settings.WEBHOOK_AUTH_FAILURE_LIMIT, 5 * MINUTE_MS),
    guessLimit: counter('guesses', GUESSES_PER_SECOND, 1_000),
    accept: acceptor.accept,
    storeSecret: secretStore(settings.APP_SECRET, database, directory),
    warnings,
    checks: {
      database: () => database.ping(),
      queue: async () => void (await redis.ping()),
      migrations: () => requireMigrations(database.pool),
    },
    metrics: createWebhookMetrics(metrics),
  });
}

/** Stores what a handshake tells; a database that is away keeps no sender waiting. */
function secretStore(
  appSecret: string,
  database: ReturnType<typeof openProcessDatabase>,
  directory: Directory,
): ReceiveDeps['storeSecret'] {
  return async (integrationId, secret) => {
    const ciphertext = encryptSecret(appSecret, integrationId, secret);
    const fingerprint = fingerprintSecret(appSecret, secret);
    try {
      await within(STORE_LIMIT_MS, addSigningSecret(database, { integrationId, ciphertext, fingerprint }));
    } catch (error) {
      if (error instanceof TooSlowError || isDatabaseOutage(error)) return false;
      throw error;
    }
    directory.noteChange({ integrationId });
    return true;
  };
}

function listenForChanges(
  { settings, logger, onClose }: ProcessContext,
  listeners: readonly Pick<Directory, 'noteChange' | 'noteListening'>[],
): void {
  const changes = listenForIntegrationChanges({
    url: settings.DATABASE_URL,
    onChange: (change) => {
      for (const listener of listeners) listener.noteChange(change);
    },
    onState: (listening) => {
      logger.debug({ listening }, 'integration changes');
      for (const listener of listeners) listener.noteListening(listening);
    },
  });
  onClose('integration changes', () => changes.close());
}

/** Redis first, the spool while it is away, and the way back. */
async function composeQueue(context: ProcessContext, redis: ReturnType<typeof connectFailFast>) {
  const { settings, logger, metrics, onClose } = context;
  const health = watchRedis(redis);
  onClose('redis health', () => health.close());
  const envelopeSize = metrics.histogram(
    'envelope_deliveries',
    'Deliveries per envelope',
    [1, 2, 5, 10, 50, 100, 500],
  );
  const publisher = createDeliveryPublisher({
    connection: redis,
    health,
    onEnvelope: (envelope) => envelopeSize.observe(envelope.deliveries.length),
    onFailure: (error) => logger.warn({ err: error }, 'redis did not take an envelope'),
  });
  onClose('publisher', () => publisher.close());
  const spool = await openSpool({ dir: settings.SPOOL_DIR, limitBytes: settings.SPOOL_LIMIT }).catch(
    (error: Error) => {
      throw new SettingsError([`SPOOL_DIR: "${settings.SPOOL_DIR}" cannot be used: ${error.message}`], {
        cause: error,
      });
    },
  );
  onClose('spool', () => spool.close());
  const spoolBytes = metrics.gauge('spool_bytes', 'Bytes waiting on disk');
  const draining = keepDraining({ spool, publisher, health, logger, onDepth: (bytes) => spoolBytes.set(bytes) });
  onClose('draining', () => draining.close());
  return { acceptor: createAcceptor(publisher, spool), warnings: () => durabilityWarnings(redis) };
}
