const numbers = new Intl.NumberFormat('en-US');

/** A number as texts show it: `40,034`. */
export function describeCount(count: number): string {
  return numbers.format(count);
}
