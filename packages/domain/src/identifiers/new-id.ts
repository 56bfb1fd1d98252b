import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;
/** Random bytes for many ids: requesting them for each id takes several times as long as everything else. */
const pool = new Uint8Array(BYTES * 256);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** Creates a UUID that sorts by time, greater than every earlier one of this process. */
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
    // The upper half stays free, so that counting within a millisecond does not overflow.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    seq += 1;
  }
  return uuidv7({ random, msecs, seq });
}
