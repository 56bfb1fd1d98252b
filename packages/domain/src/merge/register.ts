import { canonicalJson } from '../json/canonical-json.js';
import { compareText } from './compare-text.js';

/** Compared number by number; a missing number weighs less than any. */
export type Weight = readonly number[];

/** A value and what it weighs against another report of the same field. */
export interface Register<T> {
  readonly value: T;
  readonly weight: Weight;
}

/** Fields that reports tell one by one; absent ones have not been told. */
export type Registers<Fields> = { readonly [K in keyof Fields]?: Register<Fields[K]> };

/** Orders weights, the lighter first. */
export function compareWeights(a: Weight, b: Weight): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const left = a[index] ?? Number.NEGATIVE_INFINITY;
    const right = b[index] ?? Number.NEGATIVE_INFINITY;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return compareText(canonicalJson(a) ?? '', canonicalJson(b) ?? '');
}

/** The one that stands: the heavier, and of two that weigh the same the greater value, whoever came first. */
export function heavier<T>(a: Register<T>, b: Register<T>): Register<T> {
  const difference = compareWeights(a.weight, b.weight) || compareValues(a.value, b.value);
  return difference >= 0 ? a : b;
}

/** Field by field the one that stands. */
export function joinRegisters<Fields>(a: Registers<Fields>, b: Registers<Fields>): Registers<Fields> {
  const joined: { [K in keyof Fields]?: Register<Fields[K]> } = { ...a };
  for (const key of Object.keys(b) as (keyof Fields)[]) {
    const told = b[key];
    const known = joined[key];
    if (told !== undefined) joined[key] = known === undefined ? told : heavier(known, told);
  }
  return joined;
}

/** Registers of the fields that are told, all of one weight. */
export function registersOf<Fields>(
  fields: { readonly [K in keyof Fields]: Fields[K] | undefined },
  weight: Weight,
): Registers<Fields> {
  const registers: { [K in keyof Fields]?: Register<Fields[K]> } = {};
  for (const key of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[key];
    if (value !== undefined) registers[key] = { value: value as Fields[typeof key], weight };
  }
  return registers;
}

/**
 * What a report says when it is read again: where it weighs the same as what is known but says something else, it was
 * misread before, and goes before it. What it says as before stays as it is.
 */
export function retold<Fields>(
  known: Registers<Fields>,
  told: Registers<Fields>,
  revision: number,
): Registers<Fields> {
  const registers: { [K in keyof Fields]?: Register<Fields[K]> } = { ...told };
  for (const key of Object.keys(told) as (keyof Fields)[]) {
    const [before, again] = [known[key], told[key]];
    if (before === undefined || again === undefined) continue;
    const isSameReport = compareWeights(before.weight.slice(0, again.weight.length), again.weight) === 0;
    if (isSameReport && compareValues(before.value, again.value) !== 0)
      registers[key] = { value: again.value, weight: [...again.weight, revision] };
  }
  return registers;
}
