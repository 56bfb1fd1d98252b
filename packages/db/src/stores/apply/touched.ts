import { MAX_TOUCHED } from '@slipway/contracts';
import type { DeliveryScope } from './told-operation.js';

/** What a delivery made or changed. */
export interface TouchedRow {
  readonly kind: string;
  readonly id: string;
}

/** Notes that a delivery had a part in a row. */
export type Touch = (scope: DeliveryScope, kind: string, id: string | number) => void;

/** Collects what deliveries touch, each row once. */
export function createTouched(): { touch: Touch; of(deliveryId: string): TouchedRow[] } {
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
