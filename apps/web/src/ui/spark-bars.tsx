import { count, plural } from '../words/format.js';
import { classNames } from './class-names.js';

export interface SparkBar {
  readonly value: number;
  readonly when: string;
}

interface SparkBarsProps {
  readonly bars: readonly SparkBar[];
  /** What is counted, in the singular: `event`. */
  readonly unit: string;
  readonly className?: string;
}

export function SparkBars({ bars, unit, className }: SparkBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const last = bars.at(-1);
  return (
    <div
      role="img"
      aria-label={`${plural(total, unit)} in ${bars.length} days${last ? `, ${count(last.value)} ${last.when}` : ''}`}
      className={classNames('flex h-6 items-end gap-px', className)}
    >
      {bars.map(({ value, when }) => (
        <span
          key={when}
          title={`${plural(value, unit)} ${when}`}
          className={classNames('min-w-1 flex-1 rounded-[1px]', value === 0 ? 'bg-line' : 'bg-accent')}
          style={{ height: value === 0 ? 2 : `${Math.max(12, (value / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}
