/**
 * Orders texts by code point, as PostgreSQL does under the collation "C", so that both sides agree. Code units put what
 * lies beyond the basic plane before the end of it.
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

/** Surrogates stand for code points beyond all others. */
function rankOf(unit: number): number {
  return unit >= SURROGATES && unit < AFTER_SURROGATES ? unit + BEYOND : unit;
}
