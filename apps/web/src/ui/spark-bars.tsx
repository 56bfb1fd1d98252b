import { classNames } from './class-names.js';
import { count, plural } from './format.js';

interface SparkBarsProps {
  /** Oldest first; the last value is today's. */
  readonly values: readonly number[];
  /** What is counted, in the singular: `event`. */
  readonly unit: string;
  readonly className?: string;
}

/** Daily amounts as small bars. Screen readers get the numbers. */
export function SparkBars({ values, unit, className }: SparkBarsProps) {
  const most = Math.max(1, ...values);
  const today = values.length - 1;
  const total = values.reduce((sum, value) => sum + value, 0);
  const dayOf = (place: number) => {
    if (place === today) return 'today';
    return place === today - 1 ? 'yesterday' : `${today - place} days ago`;
  };
  return (
    <div
      role="img"
      aria-label={`${plural(total, unit)} in ${values.length} days, ${count(values[today] ?? 0)} today`}
      className={classNames('flex h-6 items-end gap-px', className)}
    >
      {values.map((value, place) => (
        <span
          key={dayOf(place)}
          title={`${plural(value, unit)} ${dayOf(place)}`}
          className={classNames('min-w-1 flex-1 rounded-[1px]', value === 0 ? 'bg-line' : 'bg-accent')}
          style={{ height: value === 0 ? 2 : `${Math.max(12, (value / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}
