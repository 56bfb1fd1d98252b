import { channelOutbox, githubOutbox, releaseNotifications, writeDueDigest } from '@slipway/db';
import { appSecretsOf, createProjectRedactors, newId } from '@slipway/domain';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import { createInstallationTokens } from '../github/app-token.js';
import { updateConnection } from '../github/update-connection.js';
import { createMailPool } from '../mail/send-mail.js';
import { sendMessages } from '../notifications/send-messages.js';
import { createLeasePool } from './lease-pool.js';
import type { OutboxDeps } from './outbox-deps.js';
import { createJsonPoster } from './post-json.js';

/** How many channels, and how many connections to GitHub, one process sends to concurrently. */
const MAX_HELD = 8;
/** Notifications released in one transaction. */
const RELEASE_BATCH = 20;
/** Batches and digests of one run; what is left waits for the next. */
const MAX_BATCHES = 50;

/** Releases notifications, and sends what waits for channels, for GitHub and for the mail server. */
export interface Outbox {
  /** Releases what is due and starts sending, up to the limit; returns without waiting for destinations. */
  tick(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Sends no more. Other workers send the rest. */
  close(): Promise<void>;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, clock, baseUrl, logger, poster } = deps;
  const redactors = createProjectRedactors(deps.appSecrets);
  const channels = createLeasePool({
    limit: MAX_HELD,
    claim: () => channelOutbox.claim(database, newId()),
    work: (channel, signal) => sendMessages(channel, deps, signal),
    onError: (error, { id }) => logger.error({ err: error, channelId: id }, 'sending failed'),
  });
  const connections = createLeasePool({
    limit: MAX_HELD,
    claim: () => githubOutbox.claim(database, newId()),
    work: (claimed, signal) => updateConnection(claimed, deps, signal),
    onError: (error, { integrationId }) => logger.error({ err: error, integrationId }, 'updating GitHub failed'),
  });

  const mails = createMailPool(deps);
  const pools = [channels, connections, mails];

  /** Sending begins with the first batch: the rest may take longer. */
  async function sendDue(): Promise<void> {
    const { signal } = channels;
    for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
      const released = await releaseNotifications(database, { limit: RELEASE_BATCH, baseUrl, redactors });
      await channels.startDue();
      if (released < RELEASE_BATCH) break;
    }
    for (let digest = 0; digest < MAX_BATCHES && !signal.aborted; digest += 1)
      if (!(await writeDueDigest(database, new Date(clock.now())))) break;
  }

  return {
    async tick() {
      await Promise.all([connections.startDue(), mails.startDue(), sendDue()]);
    },
    async idle() {
      await Promise.all(pools.map((pool) => pool.idle()));
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
      await poster.close();
    },
  };
}

/** Creates the outbox of a worker process and closes it with the process. */
export function startSending(
  { settings, logger, clock, onClose }: ProcessContext,
  { database, mailer, metrics }: Pick<OutboxDeps, 'database' | 'mailer' | 'metrics'>,
): Outbox {
  const outbox = createOutbox({
    database,
    mailer,
    metrics,
    logger,
    clock,
    baseUrl: settings.BASE_URL,
    appSecrets: appSecretsOf(settings),
    poster: createJsonPoster({ rules: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS') }),
    tokens: createInstallationTokens(() => clock.now()),
  });
  onClose('outbox', () => outbox.close());
  return outbox;
}
