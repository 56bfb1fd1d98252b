import type { RecordTarget } from '../routing/records.js';
import { classNames } from './class-names.js';
import { RecordLink } from './links.js';
import { FILL, type Tone } from './status.js';

export interface StripBar {
  readonly id: string;
  readonly to: RecordTarget;
  readonly tone: Tone;
  readonly title: string;
  /** What screen readers read instead of the title. */
  readonly label: string;
  /** Null if unknown. */
  readonly duration: number | null;
}

const MIN_HEIGHT = 25;

/** Builds or runs, oldest first: color shows the result, height the duration. Failed ones have a notch. */
export function Strip({ label, bars }: { readonly label: string; readonly bars: readonly StripBar[] }) {
  const longest = Math.max(1, ...bars.map(({ duration }) => duration ?? 0));
  return (
    <ol aria-label={label} className="flex h-7 items-end gap-px">
      {bars.map(({ id, to, tone, title, label: text, duration }) => {
        const share = ((duration ?? longest / 2) / longest) * (100 - MIN_HEIGHT);
        return (
          <li key={id} className="flex h-full min-w-[2px] max-w-2 flex-1 items-end">
            <RecordLink
              to={to}
              title={title}
              aria-label={text}
              className={classNames('relative block w-full rounded-[1px] hover:opacity-70', FILL[tone])}
              style={{ height: `${MIN_HEIGHT + share}%` }}
            >
              {tone === 'bad' && (
                <span
                  aria-hidden
                  className="absolute -top-1 left-1/2 size-1 -translate-x-1/2 rounded-full bg-bad"
                />
              )}
            </RecordLink>
          </li>
        );
      })}
    </ol>
  );
}
