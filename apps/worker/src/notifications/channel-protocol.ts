import type { PendingDelivery } from '@slipway/db';
import type { ChannelConfig, Message } from '@slipway/domain';
import type { OutgoingAnswer, OutgoingRequest } from '../outgoing/post-json.js';
import type { Outcome } from './outcome.js';

/** What a message says. One that completes an earlier message keeps the title of that. */
export const messageOf = ({ content, edits }: PendingDelivery): Message =>
  edits === null ? content.message : { ...content.message, title: edits.title };

/** How messages are sent to one kind of channel, and what its answers mean. Pure: the caller sends the request. */
export interface ChannelProtocol<Config extends ChannelConfig> {
  /** How many messages the channel takes in a second. */
  readonly perSecond: number;
  request(config: Config, delivery: PendingDelivery, now: number): OutgoingRequest;
  outcome(answer: OutgoingAnswer, now: number): Outcome;
}
