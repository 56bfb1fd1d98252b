import type { Matcher } from './matcher.js';

const CODE_UNITS = 0x1_0000;
const UPPER_A = 65;
const UPPER_Z = 90;
const TO_LOWER = 32;

interface Node {
  readonly next: Map<number, number>;
  fail: number;
  /** Numbers of the matchers with a hint that ends here. */
  readonly ends: Set<number>;
}

/**
 * Finds the hints of all matchers in one pass over a text (Aho–Corasick), with one table lookup per character for any
 * number of matchers.
 */
export class HintIndex {
  private readonly classOf = new Uint8Array(CODE_UNITS);
  private readonly classes: number;
  private readonly table: Uint16Array;
  private readonly ends: readonly (readonly number[] | null)[];

  constructor(matchers: readonly Matcher[]) {
    this.classes = this.classify(matchers);
    const nodes = this.plant(matchers);
    this.table = new Uint16Array(nodes.length * this.classes);
    this.connect(nodes);
    this.ends = nodes.map(({ ends }) => (ends.size === 0 ? null : [...ends].sort((a, b) => a - b)));
  }

  /** Calls `found` for every occurrence of a hint in the text. */
  search(text: string, found: (matchers: readonly number[]) => void): void {
    const { classOf, table, ends, classes } = this;
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = table[state * classes + (classOf[text.charCodeAt(at)] ?? 0)] ?? 0;
      const here = ends[state];
      if (here) found(here);
    }
  }

  // Characters that occur in no hint share class 0; uppercase letters have the class of their lowercase letter.
  private classify(matchers: readonly Matcher[]): number {
    let classes = 1;
    for (const { hints } of matchers) {
      for (const unit of codeUnits(hints)) {
        if (this.classOf[unit] === 0) this.classOf[unit] = classes++;
      }
    }
    for (let unit = UPPER_A; unit <= UPPER_Z; unit += 1) this.classOf[unit] = this.classOf[unit + TO_LOWER] ?? 0;
    return classes;
  }

  private plant(matchers: readonly Matcher[]): Node[] {
    const nodes = [newNode()];
    for (const [number, { hints }] of matchers.entries()) {
      for (const hint of hints) this.plantHint(nodes, hint, number);
    }
    return nodes;
  }

  private plantHint(nodes: Node[], hint: string, number: number): void {
    let node = nodes[0];
    for (const unit of codeUnits([hint])) {
      const kind = this.classOf[unit] ?? 0;
      let next = node?.next.get(kind);
      if (next === undefined) {
        next = nodes.push(newNode()) - 1;
        node?.next.set(kind, next);
      }
      node = nodes[next];
    }
    node?.ends.add(number);
  }

  // Breadth first: the row of the longest proper suffix is complete before it is copied and the node's own edges are set.
  private connect(nodes: readonly Node[]): void {
    const { table, classes } = this;
    const waiting = [0];
    for (const at of waiting) {
      const node = nodes[at];
      if (!node) continue;
      const failRow = node.fail * classes;
      if (at !== 0) table.copyWithin(at * classes, failRow, failRow + classes);
      for (const [kind, next] of node.next) {
        if (at !== 0) linkBack(nodes[next], nodes, table[failRow + kind] ?? 0);
        table[at * classes + kind] = next;
        waiting.push(next);
      }
    }
  }
}

function linkBack(node: Node | undefined, nodes: readonly Node[], fail: number): void {
  if (!node) return;
  node.fail = fail;
  for (const number of nodes[fail]?.ends ?? []) node.ends.add(number);
}

function newNode(): Node {
  return { next: new Map(), fail: 0, ends: new Set() };
}

function* codeUnits(texts: readonly string[]): Generator<number> {
  for (const text of texts) for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}
