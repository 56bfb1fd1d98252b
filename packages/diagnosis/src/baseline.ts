import { hashLine } from './line-hash.js';
import { type LogLine, readLines } from './normalize.js';

/**
 * Hashes of the lines that a job's passing builds print, with the varying parts masked. It can be stored as JSON, has a
 * bounded size, and contains no log text.
 */
export interface Baseline {
  readonly version: 1;
  /** 32-bit hashes in base64, those of the newest build first. */
  readonly hashes: string;
}

const MAX_HASHES = 16_384;
const HASH_BYTES = 4;

/** Adds a passing build's log to a baseline. Once the baseline is full, the oldest lines are dropped. */
export function buildBaseline(log: string, previous: Baseline | null = null): Baseline {
  const hashes = new Set<number>();
  for (const { text } of readLines(log)) {
    if (text !== '') hashes.add(hashLine(text));
    if (hashes.size === MAX_HASHES) break;
  }
  for (const hash of hashesOf(previous)) {
    if (hashes.size === MAX_HASHES) break;
    hashes.add(hash);
  }
  const bytes = Buffer.alloc(hashes.size * HASH_BYTES);
  let offset = 0;
  for (const hash of hashes) offset = bytes.writeUInt32LE(hash, offset);
  return { version: 1, hashes: bytes.toString('base64') };
}

function* hashesOf(baseline: Baseline | null): Generator<number> {
  if (baseline === null) return;
  const bytes = Buffer.from(baseline.hashes, 'base64');
  const count = Math.min(MAX_HASHES, Math.floor(bytes.length / HASH_BYTES));
  for (let index = 0; index < count; index += 1) yield bytes.readUInt32LE(index * HASH_BYTES);
}

/** Returns a test for lines that passing builds also print; null if there is no baseline. */
export function seenBefore(baseline: Baseline | null): ((line: LogLine) => boolean) | null {
  const known = new Set(hashesOf(baseline));
  if (known.size === 0) return null;
  return ({ text }) => known.has(hashLine(text));
}
