const ID_BYTES = 8;

/** At the place of a test that is now another name of one at another place. No run has a result there. */
export const NO_TEST = 0;

/** The ids of the tests of a chunk, in the order of their places. */
export function packTestIds(ids: readonly number[]): Buffer {
  const packed = Buffer.alloc(ids.length * ID_BYTES);
  for (const [place, id] of ids.entries()) packed.writeBigInt64BE(BigInt(id), place * ID_BYTES);
  return packed;
}

export function unpackTestIds(packed: Uint8Array): number[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  // Ids are far below 2^53. A build may have a hundred thousand, which takes much longer as bigints.
  return Array.from(
    { length: bytes.length / ID_BYTES },
    (_, place) => bytes.readUInt32BE(place * ID_BYTES) * 2 ** 32 + bytes.readUInt32BE(place * ID_BYTES + 4),
  );
}
