import { canonicalJson } from '../json/canonical-json.js';
import { compareText } from './compare-text.js';

/** A field weight. Weights are compared number by number; a missing number is lighter than any other. */
export type Weight = readonly number[];

export interface Weighted<T> {
  readonly value: T;
  readonly weight: Weight;
}

/** Fields that reports set individually. A field that no report has set is absent. */
export type WeightedFields<Fields> = { readonly [K in keyof Fields]?: Weighted<Fields[K]> };

/** Orders weights, lightest first. */
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

/** The heavier of two values. At equal weights the greater value wins, so the order of arrival does not matter. */
export function heavier<T>(a: Weighted<T>, b: Weighted<T>): Weighted<T> {
  const difference = compareWeights(a.weight, b.weight) || compareValues(a.value, b.value);
  return difference >= 0 ? a : b;
}

export function mergeFields<Fields>(a: WeightedFields<Fields>, b: WeightedFields<Fields>): WeightedFields<Fields> {
  const merged: { [K in keyof Fields]?: Weighted<Fields[K]> } = { ...a };
  for (const key of Object.keys(b) as (keyof Fields)[]) {
    const [known, reported] = [merged[key], b[key]];
    if (reported !== undefined) merged[key] = known === undefined ? reported : heavier(known, reported);
  }
  return merged;
}

/** Gives one weight to all fields that are set. */
export function weigh<Fields>(
  fields: { readonly [K in keyof Fields]: Fields[K] | undefined },
  weight: Weight,
): WeightedFields<Fields> {
  const weighted: { [K in keyof Fields]?: Weighted<Fields[K]> } = {};
  for (const key of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[key];
    if (value !== undefined) weighted[key] = { value: value as Fields[typeof key], weight };
  }
  return weighted;
}

/**
 * The fields of a report as read by a replay. The time of the replay becomes the last number of each weight: the new
 * reading outweighs earlier readings of the same report, but not a heavier report.
 */
export function asCorrections<Fields>(fields: WeightedFields<Fields>, replayedAt: number): WeightedFields<Fields> {
  const corrections: { [K in keyof Fields]?: Weighted<Fields[K]> } = {};
  for (const key of Object.keys(fields) as (keyof Fields)[]) {
    const field = fields[key];
    if (field !== undefined) corrections[key] = { ...field, weight: [...field.weight, replayedAt] };
  }
  return corrections;
}

/** The earlier of two numbers or times; null means unknown. */
export function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The later or higher of two numbers or times; null means unknown. */
export function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
