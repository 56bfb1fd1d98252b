import { claimChannel, releaseNotifications, writeDueDigest } from '@slipway/db';
import { appSecretsOf, createProjectRedactors, newId } from '@slipway/domain';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import { createLeasePool } from '../outgoing/lease-pool.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import type { NotifierDeps } from './notifier-deps.js';
import { LEASE_SECONDS, sendMessages } from './send-messages.js';

/** How many channels one process sends to concurrently. */
const MAX_CHANNELS = 8;
/** Notifications released in one transaction. */
const RELEASE_BATCH = 20;
/** Batches and digests of one run; what is left waits for the next. */
const MAX_BATCHES = 50;

/** Releases notifications and sends their messages. */
export interface Notifier {
  /** Releases what is due and starts sending, up to the limit; returns without waiting for channels. */
  tick(): Promise<void>;
  /** Resolves when no channel is being sent to. */
  idle(): Promise<void>;
  /** Sends no more messages. Other workers send the rest. */
  close(): Promise<void>;
}

export function createNotifier(deps: NotifierDeps): Notifier {
  const { database, clock, baseUrl, logger } = deps;
  const redactors = createProjectRedactors(deps.appSecrets);
  const pool = createLeasePool({
    limit: MAX_CHANNELS,
    claim: () => claimChannel(database, { leaseId: newId(), seconds: LEASE_SECONDS }),
    work: (channel, signal) => sendMessages(channel, deps, signal),
    onError: (error, { id }) => logger.error({ err: error, channelId: id }, 'sending failed'),
  });

  async function releaseDue(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES && !pool.signal.aborted; batch += 1)
      if ((await releaseNotifications(database, { limit: RELEASE_BATCH, baseUrl, redactors })) < RELEASE_BATCH)
        break;
    for (let digest = 0; digest < MAX_BATCHES && !pool.signal.aborted; digest += 1)
      if (!(await writeDueDigest(database, new Date(clock.now())))) break;
  }

  return {
    async tick() {
      await releaseDue();
      await pool.startDue();
    },
    idle: pool.idle,
    async close() {
      await pool.close();
      await deps.poster.close();
    },
  };
}

/** Creates the notifier of a worker process and closes it with the process. */
export function startNotifying(
  { settings, logger, clock, onClose }: ProcessContext,
  { database, metrics }: Pick<NotifierDeps, 'database' | 'metrics'>,
): Notifier {
  const notifier = createNotifier({
    ...{ database, metrics, logger, clock, baseUrl: settings.BASE_URL },
    appSecrets: appSecretsOf(settings),
    poster: createJsonPoster({ rules: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS') }),
  });
  onClose('notifications', () => notifier.close());
  return notifier;
}
