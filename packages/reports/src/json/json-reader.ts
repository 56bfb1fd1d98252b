import type { ReportReader } from '../define-format.js';
import type { ReportLimits } from '../limits.js';
import { BoundedValue, type Json } from './bounded-value.js';
import { type JsonHandler, JsonScanner } from './json-scanner.js';

/** A value of the file that a format reads. `*` in a path stands for any item of an array. */
export interface JsonSelection {
  readonly path: readonly string[];
  read(value: Json): void;
}

interface Node {
  readonly children: Map<string, Node>;
  read: ((value: Json) => void) | null;
}

/** Reads the selected values of a JSON file, one at a time, and skips everything else. */
export class JsonReader implements ReportReader, JsonHandler {
  readonly #scanner: JsonScanner;
  readonly #limits: ReportLimits;
  /** Of the open objects and arrays; null where nothing below is selected. */
  readonly #nodes: (Node | null)[] = [];
  readonly #root: Node = { children: new Map(), read: null };
  readonly #onCut: () => void;
  #key: string | null = null;
  #kinds: ('{' | '[')[] = [];
  #value: BoundedValue | null = null;
  #read: ((value: Json) => void) | null = null;
  hasBegun = false;

  constructor(selections: readonly JsonSelection[], limits: ReportLimits, onCut: () => void) {
    this.#scanner = new JsonScanner(this, limits.depth);
    this.#limits = limits;
    this.#onCut = onCut;
    for (const { path, read } of selections) {
      let node = this.#root;
      for (const part of path) {
        const child = node.children.get(part) ?? { children: new Map(), read: null };
        node.children.set(part, child);
        node = child;
      }
      node.read = read;
    }
  }

  get offset(): number {
    return this.#scanner.offset;
  }

  write(text: string): void {
    this.#scanner.write(text);
  }

  end(): void {
    this.#scanner.end();
  }

  open(kind: '{' | '['): void {
    this.hasBegun = true;
    const node = this.#begin();
    if (this.#value) {
      this.#value.open(kind);
      return;
    }
    this.#nodes.push(node);
    this.#kinds.push(kind);
  }

  close(): void {
    if (this.#value) {
      this.#value.close();
      this.#finish();
      return;
    }
    this.#nodes.pop();
    this.#kinds.pop();
  }

  key(name: string): void {
    if (this.#value) this.#value.key(name);
    else this.#key = name;
  }

  get isReading(): boolean {
    return this.#value !== null;
  }

  beginText(): void {
    this.#begin();
  }

  text(part: string, isLast: boolean): void {
    this.#value?.text(part, isLast);
    if (isLast) this.#finish();
  }

  literal(value: number | boolean | null): void {
    this.#begin();
    this.#value?.literal(value);
    this.#finish();
  }

  /** Starts to build the value that begins here if it is selected. Returns the selections below it. */
  #begin(): Node | null {
    if (this.#value) return null;
    const parent = this.#nodes.at(-1);
    if (parent === null) return null;
    const part = this.#kinds.at(-1) === '[' ? '*' : (this.#key ?? '');
    const node = parent === undefined ? this.#root : (parent.children.get(part) ?? null);
    if (node?.read) {
      this.#read = node.read;
      this.#value = new BoundedValue(this.#limits.detailsLength);
    }
    return node;
  }

  #finish(): void {
    const value = this.#value;
    if (!value?.isDone) return;
    this.#value = null;
    if (value.isCut) this.#onCut();
    this.#read?.(value.value);
  }
}

export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field of an object if it is a string. */
export function textOf(value: Json | undefined, field: string): string {
  const text = isObject(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}

/** The field of an object if it is a number. */
export function numberOf(value: Json | undefined, field: string): number | null {
  const number = isObject(value) ? value[field] : undefined;
  return typeof number === 'number' ? number : null;
}

/** The field of an object if it is an array, else an empty one. */
export function listOf(value: Json | undefined, field: string): readonly Json[] {
  const list = isObject(value) ? value[field] : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
