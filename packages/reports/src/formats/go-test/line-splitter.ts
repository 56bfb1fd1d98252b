const MAX_LINE = 1_000_000;

/** Splits text into lines. A longer line than MAX_LINE is left out. */
export class LineSplitter {
  readonly #onLine: (line: string | null) => void;
  #rest = '';
  #isTooLong = false;
  #length = 0;
  /** Where the current line begins, in characters from the start. */
  offset = 0;

  /** `onLine` gets null instead of a line that is too long. */
  constructor(onLine: (line: string | null) => void) {
    this.#onLine = onLine;
  }

  write(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#emit(text.slice(start, end));
      start = end + 1;
    }
    this.#keep(text.slice(start));
  }

  end(): void {
    if (this.#rest !== '' || this.#isTooLong) this.#emit('');
  }

  #emit(last: string): void {
    this.#keep(last);
    const line = this.#isTooLong ? null : this.#rest;
    this.#rest = '';
    this.#isTooLong = false;
    this.#onLine(line);
    this.offset += this.#length + 1;
    this.#length = 0;
  }

  #keep(part: string): void {
    this.#length += part.length;
    if (this.#rest.length + part.length <= MAX_LINE) {
      this.#rest += part;
      return;
    }
    this.#rest = '';
    this.#isTooLong = true;
  }
}
