import type { ComparedPeriods } from '@slipway/db';
import { accountDay, dayStarts, daysEarlier } from '@slipway/domain';

interface Asked {
  readonly days: number;
  readonly timeZone: string;
}

/** The last days in a time zone, today included, and as many days before them up to the same time of day. */
export function comparedPeriods(projectId: number, { days, timeZone }: Asked, now: number): ComparedPeriods {
  const starts = dayStarts(now, timeZone, 2 * days);
  return {
    projectId,
    dayStarts: starts,
    since: starts[days] as Date,
    beforeSince: starts[0] as Date,
    beforeUntil: daysEarlier(now, timeZone, days),
  };
}

interface Span {
  readonly isCurrent: boolean;
  readonly day: Date | null;
}

interface Presented<S extends Span, Measures> {
  readonly timeZone: string;
  present(span: S): Measures;
  /** The measures of a period without rows. */
  readonly none: Measures;
}

/** Sorts measurements into those of the two periods and those of days. */
export function splitSpans<S extends Span, Measures>(
  spans: readonly S[],
  { timeZone, present, none }: Presented<S, Measures>,
) {
  const whole = (isCurrent: boolean) => spans.find((span) => span.day === null && span.isCurrent === isCurrent);
  const totalOf = (span: S | undefined) => (span === undefined ? none : present(span));
  return {
    now: totalOf(whole(true)),
    before: totalOf(whole(false)),
    by_day: spans.flatMap((span) =>
      span.day === null ? [] : [{ day: accountDay(span.day.getTime(), timeZone).date, ...present(span) }],
    ),
  };
}
