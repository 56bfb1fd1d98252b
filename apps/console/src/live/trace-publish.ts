import type { LiveChange } from '@slipway/contracts';
import type { Tracing } from '@slipway/runtime';
import type { LiveChanges } from './live-changes.js';

/** Publishes changes, each in a span: the last step from a webhook to a reader's feed. */
export function tracePublish(changes: LiveChanges, tracing: Tracing): (change: LiveChange) => void {
  return (change) => {
    const span = tracing.start('notify feed', {
      kind: 'consumer',
      causes: [change.traceparent],
      attributes: { 'slipway.project_id': change.project_id, 'slipway.kinds': change.kinds },
    });
    changes.publish(change);
    span.end();
  };
}
