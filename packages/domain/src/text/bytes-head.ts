/** The first bytes of a stream, and all of its bytes including them. */
export interface BytesWithHead {
  readonly head: Uint8Array;
  readonly whole: AsyncIterable<Uint8Array>;
  /** Ends the stream, if not all of it is read. */
  close(): Promise<void>;
}

/** Reads the first bytes of a stream, so that they can decide how it is read. */
export async function readHead(bytes: AsyncIterable<Uint8Array>, count: number): Promise<BytesWithHead> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const start = Buffer.concat(first);
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return {
    head: start.subarray(0, count),
    whole: whole(),
    async close() {
      await chunks.return?.();
    },
  };
}
