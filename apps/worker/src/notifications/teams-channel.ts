import { type ChannelConfig, teamsMessage } from '@slipway/domain';
import type { ChannelProtocol } from './channel-protocol.js';
import { isSuccess, outcomeOf, sent } from './outcome.js';

/** More than four requests a second are throttled. */
const PER_SECOND = 3;

/** A workflow of Power Automate that posts a card to a channel. It answers 202, and has neither threads nor ids. */
export const teamsWorkflow: ChannelProtocol<Extract<ChannelConfig, { readonly kind: 'teams' }>> = {
  perSecond: PER_SECOND,
  request: ({ url }, { content }) => ({ url, body: JSON.stringify(teamsMessage(content.message)) }),
  outcome: (answer, now) => (isSuccess(answer) ? sent() : outcomeOf(answer, now)),
};
