const DAY_MS = 86_400_000;

/** The last UTC days up to today, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** The UTC day of a time. */
export function dayOf(time: string | Date): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Computes one value per day from the rows of that day; null for a day without rows. */
export function perDay<Row>(
  days: readonly string[],
  rows: readonly Row[],
  { at, value }: { at: (row: Row) => string; value: (rows: readonly Row[]) => number | null },
): (number | null)[] {
  const groups = Map.groupBy(rows, (row) => dayOf(at(row)));
  return days.map((day) => {
    const group = groups.get(day);
    return group === undefined ? null : value(group);
  });
}

/** The median of some numbers; null if there are none. */
export function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
