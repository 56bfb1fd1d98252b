/** Writes whole numbers of either sign, small ones in one byte. */
export class VarintWriter {
  readonly #bytes: number[] = [];

  write(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes.push((rest % 0x80) + 0x80);
    this.#bytes.push(rest);
  }

  take(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#offset];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      this.#offset += 1;
      value += (byte % 0x80) * factor;
      if (byte < 0x80) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }
  }
}
