import { detach } from './clean-text.js';

/** A longer piece is worth keeping the text in memory that it was cut from. */
const LONG_PIECE = 4_096;

/** Collects a text of any length and keeps its beginning and its end. */
export class Clip {
  readonly #headLength: number;
  readonly #tailLength: number;
  #head = '';
  #tail = '';
  #droppedCharacters = 0;

  constructor(length: number) {
    this.#headLength = Math.ceil(length / 4);
    this.#tailLength = length - this.#headLength;
  }

  /** Characters kept so far. */
  get length(): number {
    return this.#head.length + this.#tail.length;
  }

  get isEmpty(): boolean {
    return this.#head === '';
  }

  /** The beginning as it stands in the file. */
  get start(): string {
    return this.#head.slice(0, 300);
  }

  add(piece: string): void {
    const own = piece.length < LONG_PIECE ? detach(piece) : piece;
    const room = this.#headLength - this.#head.length;
    if (own.length <= room) {
      this.#head += own;
      return;
    }
    this.#head += own.slice(0, room);
    this.#tail += own.slice(room);
    // Cutting only sometimes makes many short pieces cheap.
    if (this.#tail.length > 2 * this.#tailLength) this.#cutTail();
  }

  /** Adds a text that begins a line of its own. */
  addLine(line: string): void {
    if (line === '') return;
    if (!this.isEmpty) this.add('\n');
    this.add(line);
  }

  text(): string {
    if (this.#tail.length > this.#tailLength) this.#cutTail();
    if (this.#droppedCharacters === 0) return this.#head + this.#tail;
    return `${this.#head}\n[… ${this.#droppedCharacters} characters left out …]\n${this.#tail}`;
  }

  #cutTail(): void {
    const excess = this.#tail.length - this.#tailLength;
    this.#droppedCharacters += excess;
    this.#tail = this.#tail.slice(excess);
  }
}

/** The beginning of a text. */
export function clipStart(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
