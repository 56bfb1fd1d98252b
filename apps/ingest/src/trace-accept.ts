import type { RequestListener } from 'node:http';
import type { PublisherOptions } from '@slipway/queue';
import type { Tracing } from '@slipway/runtime';
import type { Accept } from './accept.js';

type HandleWebhook = (...exchange: Parameters<RequestListener>) => boolean;

/** Gives every webhook a span, in the sender's trace if it names one. */
export function traceWebhooks(handle: HandleWebhook, tracing: Tracing): HandleWebhook {
  return (request, response) => {
    const span = tracing.start('accept', { kind: 'server', causes: [headerOf(request.headers['traceparent'])] });
    // A span that never ends is not exported.
    if (!tracing.run(span, () => handle(request, response))) return false;
    response.once('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.fail();
      span.end();
    });
    return true;
  };
}

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** Names the delivery in the span of its webhook, and lets the delivery carry that span on. */
export function traceAccept(accept: Accept, tracing: Tracing): Accept {
  return async (delivery) => {
    const span = tracing.current();
    if (span === undefined) return accept(delivery);
    span.set({
      'slipway.delivery_id': delivery.id,
      'slipway.provider': delivery.provider,
      'slipway.account_id': delivery.accountId,
      'slipway.project_id': delivery.projectId,
      'slipway.body_characters': delivery.body.length,
    });
    const { traceparent } = span;
    const accepted = await accept(traceparent === undefined ? delivery : { ...delivery, traceparent });
    span.set({ 'slipway.duplicate': accepted.duplicate });
    return accepted;
  };
}

/** Gives every envelope a span in the trace of its first delivery, linked to those of the others. */
export function tracePublish(tracing: Tracing): NonNullable<PublisherOptions['trace']> {
  return (deliveries, add) => {
    const causes = deliveries.map(({ traceparent }) => traceparent);
    const attributes = { 'slipway.deliveries': deliveries.length };
    return tracing.trace('publish', { kind: 'producer', causes, attributes }, add);
  };
}
