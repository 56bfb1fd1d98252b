import type { Delivery } from '@slipway/contracts';
import type { Tracing } from '@slipway/runtime';
import type { ConsumeEnvelopesOptions } from './consume-envelopes.js';

type Apply = ConsumeEnvelopesOptions['apply'];

/** The most deliveries that a span lists. */
const MAX_NAMED = 100;

/** Gives every batch a span in the trace of its first delivery, with links to the traces of the others. */
export function traceApply(tracing: Tracing | null, apply: Apply): Apply {
  if (tracing === null) return apply;
  return (envelope, signal, queued) => {
    const { deliveries } = envelope;
    const causes = deliveries.map(({ traceparent }) => traceparent);
    const attributes = attributesOf(deliveries);
    return tracing.trace('apply', { kind: 'consumer', causes, attributes }, () => apply(envelope, signal, queued));
  };
}

function attributesOf(deliveries: readonly Delivery[]) {
  const distinct = (values: readonly (string | number)[]) => [...new Set(values.map(String))].slice(0, MAX_NAMED);
  return {
    'slipway.deliveries': deliveries.length,
    'slipway.delivery_ids': distinct(deliveries.map(({ id }) => id)),
    'slipway.providers': distinct(deliveries.map(({ provider }) => provider)),
    'slipway.project_ids': distinct(deliveries.map(({ projectId }) => projectId)),
  };
}
