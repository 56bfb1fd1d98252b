import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;
/** Random bytes for many ids at once: to ask for those of each takes several times as long as all the rest. */
const pool = new Uint8Array(BYTES * 256);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** A new UUID that sorts by time, greater than those this process made before. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + BYTES);
  used += BYTES;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // The upper half is left free, so that counting up within a millisecond never starts over.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    seq += 1;
  }
  return uuidv7({ random, msecs, seq });
}
