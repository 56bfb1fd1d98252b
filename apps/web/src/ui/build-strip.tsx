import { type StripPoint, shownStatus } from '@slipway/contracts';
import { toBuild } from '../routing/records.js';
import { duration } from '../words/format.js';
import { classNames } from './class-names.js';
import { RecordLink } from './links.js';
import { FILL, lookOf } from './status.js';

interface BuildStripProps {
  readonly label: string;
  readonly projectId: number;
  readonly builds: readonly Omit<StripPoint, 'created_at'>[];
}

const MIN_HEIGHT = 25;

/** A job's last builds, oldest first: color shows the result, height the duration. Failed builds have a notch. */
export function BuildStrip({ label, projectId, builds }: BuildStripProps) {
  const longest = Math.max(1, ...builds.map((build) => build.duration_seconds ?? 0));
  return (
    <ol aria-label={label} className="flex h-7 items-end gap-px">
      {builds.map((build) => {
        const { id, build_number: number, duration_seconds: seconds } = build;
        const { tone, label: state } = lookOf(shownStatus(build));
        const share = ((seconds ?? longest / 2) / longest) * (100 - MIN_HEIGHT);
        const took = seconds === null ? '' : `, ${duration(seconds)}`;
        return (
          <li key={id} className="flex h-full min-w-[3px] max-w-2 flex-1 items-end">
            <RecordLink
              to={toBuild(projectId, id)}
              title={`#${number} ${state}${took}`}
              aria-label={`Build ${number}: ${state}${took}`}
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
