import type { SegmentFile } from './segment-file.js';

/** What one write holds at most, unless a single record is more. */
const WRITE_BYTES = 1024 * 1024;

/** A record to be written; its bytes are made when its turn comes, so that few of them are in memory at once. */
export interface Append {
  /** About how many bytes it will have. */
  readonly weight: number;
  encode(): Buffer;
}

interface Waiting {
  readonly record: Append;
  resolve(): void;
  reject(reason: unknown): void;
}

/** Appends records to a file, those that wait together with one write and one flush. */
export interface SegmentWriter {
  /** Resolves once the record is on disk. */
  append(record: Append): Promise<void>;
  /** Closes the file being written, so that all written so far may be drained; the next append starts another. */
  rotate(): Promise<void>;
  /** Makes sure that there is a folder to write to. */
  revive(): Promise<void>;
}

export function createSegmentWriter(file: SegmentFile): SegmentWriter {
  let waiting: Waiting[] = [];
  let turn: Promise<void> = Promise.resolve();

  /** As many of those who waited longest as one write may hold. */
  function takeNext(): Waiting[] {
    let weight = 0;
    let count = 0;
    for (const { record } of waiting) {
      weight += record.weight;
      if (count > 0 && weight > WRITE_BYTES) break;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  }

  async function writeNext(): Promise<void> {
    const encoded = takeNext().flatMap(encode);
    const [first, second] = encoded;
    try {
      if (first === undefined) return;
      await file.write(second === undefined ? first.bytes : Buffer.concat(encoded.map(({ bytes }) => bytes)));
      for (const { from } of encoded) from.resolve();
    } catch (error) {
      for (const { from } of encoded) from.reject(error);
    } finally {
      if (waiting.length > 0) void inTurn(writeNext);
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work, work);
    return turn;
  }

  return {
    append(record) {
      const written = new Promise<void>((resolve, reject) => waiting.push({ record, resolve, reject }));
      if (waiting.length === 1) void inTurn(writeNext);
      return written;
    },
    rotate: () => inTurn(file.close),
    revive: () => inTurn(file.revive),
  };
}

/** Nothing of a record that cannot be written after all: it does not fit any more. */
function encode(from: Waiting): { bytes: Buffer; from: Waiting }[] {
  try {
    return [{ bytes: from.record.encode(), from }];
  } catch (error) {
    from.reject(error);
    return [];
  }
}
