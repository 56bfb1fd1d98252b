import {
  type ClaimedChannel,
  channelOutbox,
  failDelivery,
  findPendingDelivery,
  forgetMessage,
  mailDelivery,
  markDelivered,
  noteAttempt,
  type PendingDelivery,
  tellGroup,
} from '@slipway/db';
import {
  type ChannelConfig,
  destinationOf,
  type Failure,
  type Outcome,
  openChannelConfig,
  type Protocol,
} from '@slipway/destinations';
import type { OutboxDeps } from '../outgoing/outbox-deps.js';
import { NoAnswerError, RefusedAddressError } from '../outgoing/post-json.js';
import { settleFailure } from '../outgoing/settle-failure.js';

/** After this time another channel has its turn. */
const TURN_MS = 10_000;
/** Channels have limits per second, so each sends a second's share in a turn. */
const BETWEEN_TURNS_MS = 1_000;
/** Emails, also those to a group, only move to the mail outbox. */
const MAILS_PER_TURN = 100;

/** Sends a channel's messages in order, until all are sent, one fails, or the turn ends. */
export async function sendMessages(
  channel: ClaimedChannel,
  deps: OutboxDeps,
  closing: AbortSignal,
): Promise<void> {
  const { database, clock, appSecrets } = deps;
  const config = openChannelConfig(appSecrets, channel.id, channel.config);
  const protocol = config && destinationOf(config.kind).protocol;
  const endsAt = clock.now() + TURN_MS;
  let left = protocol?.perSecond ?? MAILS_PER_TURN;
  for (; left > 0 && clock.now() < endsAt && !closing.aborted; left -= 1) {
    if (!(await channelOutbox.renew(database, channel))) return;
    const delivery = await findPendingDelivery(database, channel);
    if (delivery === null) break;
    const mayContinue = await sendMessage({ channel, config, protocol, delivery }, deps);
    if (!mayContinue) return;
  }
  await channelOutbox.release(database, channel, left > 0 ? 0 : BETWEEN_TURNS_MS);
}

interface Sending {
  readonly channel: ClaimedChannel;
  readonly config: ChannelConfig | null;
  readonly protocol: Protocol<ChannelConfig> | null;
  readonly delivery: PendingDelivery;
}

/** Sends one message. Returns false if the channel must wait or is paused. */
async function sendMessage(sending: Sending, deps: OutboxDeps): Promise<boolean> {
  const { channel, config, delivery } = sending;
  const { database, metrics } = deps;
  if (delivery.isExpired) {
    await failDelivery(database, delivery.id, { error: 'It could not be delivered within a day.', status: null });
    metrics.notifications.inc({ channel: channel.kind, outcome: 'expired' });
    return true;
  }
  if (config?.kind === 'email') {
    await database.modelTransaction((tx) => mailDelivery(tx, channel, { delivery, userIds: config.userIds }));
    countSent(sending, deps);
    return true;
  }
  if (config?.kind === 'group') {
    const told = await database.modelTransaction((tx) => tellGroup(tx, channel, { delivery, ...config }));
    if (told === 'told') countSent(sending, deps);
    else await storeFailure(sending, { outcome: GROUP_FAILURES[told], status: null }, deps);
    return told !== 'deleted';
  }
  const { outcome, status } = await attempt(sending, deps);
  if (outcome.kind === 'sent') {
    await markDelivered(database, channel, { id: delivery.id, sent: { ...outcome, status } });
    countSent(sending, deps);
    return true;
  }
  // The message that it would have completed is gone, so it is sent on its own.
  if (outcome.kind === 'lost' && (await forgetMessage(database, channel, delivery))) return true;
  await storeFailure(sending, { outcome, status }, deps);
  return outcome.kind === 'refused' || outcome.kind === 'lost';
}

const GROUP_FAILURES: Readonly<Record<'deleted' | 'empty', Failure>> = {
  deleted: { kind: 'gone', error: 'The group was deleted.' },
  empty: { kind: 'refused', error: 'Nobody is in the group.' },
};

function countSent({ channel: { kind }, delivery }: Sending, { metrics, clock }: OutboxDeps): void {
  metrics.notifications.inc({ channel: kind, outcome: 'sent' });
  metrics.notificationDelay.observe({}, Math.max(0, clock.now() - delivery.createdAt.getTime()) / 1000);
}

interface Attempt {
  readonly outcome: Outcome;
  readonly status: number | null;
}

async function attempt({ channel, config, protocol, delivery }: Sending, deps: OutboxDeps): Promise<Attempt> {
  const { clock, poster, logger } = deps;
  if (config === null || protocol === null)
    return { outcome: { kind: 'gone', error: 'Its settings cannot be decrypted.' }, status: null };
  try {
    const answer = await poster.post(protocol.request(config, delivery, clock.now()));
    return { outcome: protocol.outcome(answer, clock.now()), status: answer.status };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    logger.warn({ channelId: channel.id, reason: error.reason }, 'notification not answered');
    const kind = error instanceof RefusedAddressError ? 'blocked' : 'failed';
    return { outcome: { kind, error: error.message }, status: null };
  }
}

/** Stores a failed attempt: gives up on the message, or makes the channel wait. */
async function storeFailure(
  { channel, delivery }: Sending,
  { outcome, status }: Attempt & { readonly outcome: Failure },
  { database, clock, metrics, logger }: OutboxDeps,
): Promise<void> {
  const { kind, error } = outcome;
  metrics.notifications.inc({ channel: channel.kind, outcome: kind });
  logger.warn({ channelId: channel.id, kind: channel.kind, outcome: kind, status }, 'notification not sent');
  if (kind === 'refused' || kind === 'lost') return failDelivery(database, delivery.id, { error, status });
  await database.modelTransaction(async (tx) => {
    await noteAttempt(tx, delivery, { error, status, wasSent: kind !== 'blocked' });
    await settleFailure(tx, { outbox: channelOutbox, held: channel, now: clock.now() }, outcome);
  });
}
