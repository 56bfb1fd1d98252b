/** A headline's value, and what it was in the period before; null if nothing was measured then. */
export interface Headline {
  readonly value: string;
  readonly before: string | null;
}

/** Formats a value and the one before it. */
export function headline(now: number | null, before: number | null, format: (value: number) => string): Headline {
  return { value: now === null ? '–' : format(now), before: before === null ? null : format(before) };
}

/** A share of a whole; null if the whole is empty. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export const percent = (value: number) => `${Math.round(value * 100)}%`;
