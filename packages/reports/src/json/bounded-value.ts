import { Clip } from '../text/clip.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const MAX_ITEMS = 2_000;
const MAX_KEYS = 500;
const MAX_SIZE = 8_000_000;
/** What an item costs beyond its characters. */
const ITEM_SIZE = 32;

interface Frame {
  readonly items: Json[] | null;
  readonly fields: Record<string, Json> | null;
  /** Of each item. */
  readonly sizes: number[];
  size: number;
  keys: number;
  key: string;
}

/**
 * Builds one value of a file. Long strings lose their middle, and so do long arrays; the fields of the outermost object
 * are always kept, whatever the others take.
 */
export class BoundedValue {
  readonly #frames: Frame[] = [];
  readonly #textLength: number;
  #clip: Clip | null = null;
  #size = 0;
  #result: Json = null;
  isDone = false;
  /** Whether a part is missing. */
  isCut = false;

  constructor(textLength: number) {
    this.#textLength = textLength;
  }

  get value(): Json {
    return this.#result;
  }

  open(kind: '{' | '['): void {
    const isArray = kind === '[';
    this.#frames.push({
      items: isArray ? [] : null,
      fields: isArray ? null : (Object.create(null) as Record<string, Json>),
      sizes: [],
      size: ITEM_SIZE,
      keys: 0,
      key: '',
    });
  }

  close(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    if (frame.items && frame.items.length > MAX_ITEMS) this.#cutMiddle(frame, frame.items);
    this.#attach(frame.items ?? frame.fields, frame.size);
  }

  key(name: string): void {
    const frame = this.#frames.at(-1);
    if (frame) frame.key = name;
  }

  text(part: string, isLast: boolean): void {
    if (isLast && this.#clip === null && part.length <= this.#textLength) {
      this.#attach(part, part.length + ITEM_SIZE);
      return;
    }
    this.#clip ??= new Clip(this.#textLength);
    this.#clip.add(part);
    if (!isLast) return;
    const text = this.#clip.text();
    this.#clip = null;
    this.#attach(text, text.length + ITEM_SIZE);
  }

  literal(value: number | boolean | null): void {
    this.#attach(value, ITEM_SIZE);
  }

  #attach(value: Json, size: number): void {
    const frame = this.#frames.at(-1);
    if (!frame) {
      this.#result = value;
      this.isDone = true;
      return;
    }
    const isContainer = typeof value === 'object' && value !== null;
    // What a container holds has been added before.
    const added = isContainer ? ITEM_SIZE : size;
    const isOutermostField = this.#frames.length === 1 && !isContainer;
    if (!isOutermostField && this.#size + added > MAX_SIZE) {
      this.#size -= size - added;
      this.isCut = true;
      return;
    }
    this.#size += added;
    frame.size += size;
    if (frame.items) this.#addItem(frame, frame.items, value, size);
    else if (frame.fields) this.#addField(frame, frame.fields, value);
  }

  #addItem(frame: Frame, items: Json[], value: Json, size: number): void {
    items.push(value);
    frame.sizes.push(size);
    // Cutting only sometimes makes many short items cheap.
    if (items.length >= 2 * MAX_ITEMS) this.#cutMiddle(frame, items);
  }

  #cutMiddle(frame: Frame, items: Json[]): void {
    const excess = items.length - MAX_ITEMS;
    items.splice(MAX_ITEMS / 2, excess);
    const freed = frame.sizes.splice(MAX_ITEMS / 2, excess).reduce((sum, size) => sum + size, 0);
    frame.size -= freed;
    this.#size -= freed;
    this.isCut = true;
  }

  #addField(frame: Frame, fields: Record<string, Json>, value: Json): void {
    if (frame.keys >= MAX_KEYS) {
      this.isCut = true;
      return;
    }
    frame.keys += 1;
    fields[frame.key] = value;
  }
}
