import { randomUUID } from 'node:crypto';

/** Ids from the same millisecond are numbered in the twelve bits after the version. */
const MAX_SEQUENCE = 0xfff;

let time = 0;
let sequence = 0;
let prefix = '';

function startMillisecond(milliseconds: number): void {
  time = milliseconds;
  sequence = 0;
  const hex = milliseconds.toString(16).padStart(12, '0');
  prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

/**
 * A new version 7 UUID, which sorts by time and is greater than all that this process created before. The `uuid`
 * package takes six times as long, 4 % of the time in which ingest accepts a delivery.
 */
export function newId(): string {
  const now = Date.now();
  if (now > time) startMillisecond(now);
  else if (sequence < MAX_SEQUENCE) sequence += 1;
  else startMillisecond(time + 1);
  // The variant and the random remainder of a version 4 UUID are the same in version 7.
  return `${prefix}${sequence.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
}
