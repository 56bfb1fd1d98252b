import type { ComparedPeriods } from '@slipway/db';

const DAY_MS = 86_400_000;

/** The last UTC days, today included, and as many days before them up to the same time of day. */
export function comparedPeriods(projectId: number, days: number, now: number): ComparedPeriods {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const since = today - (days - 1) * DAY_MS;
  return {
    projectId,
    since: new Date(since),
    until: new Date(now),
    beforeSince: new Date(since - days * DAY_MS),
    beforeUntil: new Date(now - days * DAY_MS),
  };
}

interface Span {
  readonly isCurrent: boolean;
  readonly day: string | null;
}

/** Sorts measurements into those of the two periods and those of days. A period without rows has `none`. */
export function splitSpans<S extends Span, Measures>(
  spans: readonly S[],
  present: (span: S) => Measures,
  none: Measures,
) {
  const whole = (isCurrent: boolean) => spans.find((span) => span.day === null && span.isCurrent === isCurrent);
  const totalOf = (span: S | undefined) => (span === undefined ? none : present(span));
  return {
    now: totalOf(whole(true)),
    before: totalOf(whole(false)),
    by_day: spans.flatMap((span) => (span.day === null ? [] : [{ day: span.day, ...present(span) }])),
  };
}
