/**
 * Orders texts by code point, as PostgreSQL does under the collation "C". JavaScript's own order is by code unit, which
 * sorts characters beyond the basic plane before U+E000.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rankOf(a.charCodeAt(index)) - rankOf(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const BEYOND = 0x10000;

/** Surrogates encode code points above all others. */
function rankOf(unit: number): number {
  return unit >= SURROGATES && unit < AFTER_SURROGATES ? unit + BEYOND : unit;
}

const SURROGATE = /[\ud800-\udfff]/;

/** A faster `compareText` for these texts if all characters are in the basic plane, as is nearly always the case. */
export function comparerOf(texts: Iterable<string>): (a: string, b: string) => number {
  for (const text of texts) if (SURROGATE.test(text)) return compareText;
  return compareUnits;
}

function compareUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
