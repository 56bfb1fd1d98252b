import { classNames } from './class-names.js';
import { duration } from './format.js';
import { PathLink } from './path-link.js';
import { lookOf, type Tone } from './status.js';

/** One build as a strip shows it. */
export interface StripBuild {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly durationSeconds: number | null;
  readonly href: string;
}

const FILL: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-bar',
  bad: 'bg-bad-bar',
  warn: 'bg-warn-bar',
  idle: 'bg-idle-bar',
  active: 'bg-accent',
};
const MIN_HEIGHT = 25;

/** The last builds of a job, oldest first: colour for the result, height for the duration. Failed ones have a notch. */
export function BuildStrip({ builds, label }: { readonly builds: readonly StripBuild[]; readonly label: string }) {
  const longest = Math.max(1, ...builds.map(({ durationSeconds }) => durationSeconds ?? 0));
  return (
    <ol aria-label={label} className="flex h-7 items-end gap-px">
      {builds.map((build) => {
        const { tone, label: state } = lookOf(build.status);
        const share = ((build.durationSeconds ?? longest / 2) / longest) * (100 - MIN_HEIGHT);
        const took = build.durationSeconds === null ? '' : `, ${duration(build.durationSeconds)}`;
        return (
          <li key={build.id} className="flex h-full min-w-[3px] max-w-2 flex-1 items-end">
            <PathLink
              to={build.href}
              title={`#${build.number} ${state}${took}`}
              className={classNames('relative block w-full rounded-[1px] hover:opacity-70', FILL[tone])}
              style={{ height: `${MIN_HEIGHT + share}%` }}
            >
              {tone === 'bad' && (
                <span
                  aria-hidden
                  className="absolute -top-1 left-1/2 size-1 -translate-x-1/2 rounded-full bg-bad"
                />
              )}
              <span className="sr-only">
                Build {build.number}: {state}
                {took}
              </span>
            </PathLink>
          </li>
        );
      })}
    </ol>
  );
}
