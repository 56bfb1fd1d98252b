import type { Message } from '@slipway/domain';
import type { Destination } from './define-destination.js';
import { isSuccess, type Outcome, type OutgoingAnswer, outcomeOf, sent } from './outcome.js';

/** The settings of a channel whose address is its only credential. */
export interface UrlSettings {
  readonly url: string;
}

interface IncomingWebhook {
  readonly perSecond: number;
  render(message: Message): unknown;
  /** The meaning of an answer that means something else to other services; null if there is none. */
  failure?(answer: OutgoingAnswer): Outcome | null;
}

/** A webhook of a chat service: it takes one message as JSON, and its answer contains no id. */
export const incomingWebhook = ({ perSecond, render, failure }: IncomingWebhook) =>
  ({
    preview: ({ message }) => render(message),
    protocol: {
      perSecond,
      request: ({ url }, { content }) => ({ url, body: JSON.stringify(render(content.message)) }),
      outcome: (answer, now) => (isSuccess(answer) ? sent() : (failure?.(answer) ?? outcomeOf(answer, now))),
    },
  }) satisfies Partial<Destination<UrlSettings>>;
