import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const ID_BYTES = 16;
const pool = Buffer.alloc(ID_BYTES * 512);
let used = pool.length;

/** Asking the system for each id's sixteen bytes costs more than all else that makes one. */
function pooledRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

/** An id for a request and the delivery it brings: a UUID that sorts by time. */
export function newDeliveryId(): string {
  return uuidv7({ rng: pooledRandom });
}
