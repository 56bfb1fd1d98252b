import type { PendingDelivery } from '@slipway/db';
import type { ChannelConfig } from '@slipway/domain';
import type { OutgoingRequest } from '../outgoing/post-json.js';
import type { ChannelProtocol } from './channel-protocol.js';
import { discordWebhook } from './discord-channel.js';
import { slackBot, slackWebhook } from './slack-channel.js';
import { teamsWorkflow } from './teams-channel.js';
import { standardWebhook } from './webhook-channel.js';

/** The protocol of one channel, with its configuration filled in. */
export interface BoundProtocol extends Pick<ChannelProtocol<never>, 'perSecond' | 'outcome'> {
  request(delivery: PendingDelivery, now: number): OutgoingRequest;
}

function bind<Config extends ChannelConfig>(
  { perSecond, request, outcome }: ChannelProtocol<Config>,
  config: Config,
): BoundProtocol {
  return { perSecond, outcome, request: (delivery, now) => request(config, delivery, now) };
}

/** The protocol of a channel; null for email, which has its own outbox. */
export function protocolOf(config: ChannelConfig): BoundProtocol | null {
  switch (config.kind) {
    case 'email':
      return null;
    case 'slack_webhook':
      return bind(slackWebhook, config);
    case 'slack_bot':
      return bind(slackBot, config);
    case 'discord':
      return bind(discordWebhook, config);
    case 'teams':
      return bind(teamsWorkflow, config);
    case 'webhook':
      return bind(standardWebhook, config);
  }
}
