import type { LiveChange } from '@slipway/contracts';
import type { Tracing } from '@slipway/runtime';

/** A committed change, or `missed` when the process may have missed some. */
type LiveMessage = LiveChange | 'missed';

export interface LiveChanges {
  subscribe(listener: (message: LiveMessage) => void): () => void;
  publish(message: LiveMessage): void;
}

export function createLiveChanges(): LiveChanges {
  const listeners = new Set<(message: LiveMessage) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(message) {
      for (const listener of listeners) listener(message);
    },
  };
}

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
