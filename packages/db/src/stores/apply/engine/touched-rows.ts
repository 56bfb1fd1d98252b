import { type LiveKind, MAX_TOUCHED } from '@slipway/contracts';
import type { DeliveryScope } from './scoped-operation.js';

/** A row that a delivery created, changed or confirmed. */
export interface TouchedRow {
  readonly kind: LiveKind;
  readonly id: string;
}

/** Records that a delivery touched a row. */
export type Touch = (scope: DeliveryScope, kind: LiveKind, id: string | number) => void;

/** Receives what becomes of a delivery's operations. */
export interface ApplyTracking {
  readonly touch: Touch;
  /** Called if an operation had no effect, because retention has deleted what it describes. */
  onExpired(scope: DeliveryScope): void;
}

/** Collects the rows that each delivery touches, up to a limit. */
export function createTouchedRows(): { touch: Touch; of(deliveryId: string): TouchedRow[] } {
  const touched = new Map<string, Map<string, TouchedRow>>();
  return {
    touch({ deliveryId }, kind, id) {
      const rows = touched.get(deliveryId) ?? new Map<string, TouchedRow>();
      if (rows.size < MAX_TOUCHED) rows.set(`${kind} ${id}`, { kind, id: String(id) });
      touched.set(deliveryId, rows);
    },
    of: (deliveryId) => [...(touched.get(deliveryId)?.values() ?? [])],
  };
}
