import type { CulpritRun, CulpritSearch } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle, type LucideIcon, Unplug } from 'lucide-react';
import { toBuild } from '../../routing/records.js';
import { classNames } from '../../ui/class-names.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

interface RunLook {
  readonly icon: LucideIcon;
  readonly className: string;
  readonly label: string;
}

const LOOKS: Readonly<Record<CulpritRun['outcome'], RunLook>> = {
  requested: { icon: Clock, className: 'text-ink-faint', label: 'requested' },
  running: { icon: LoaderCircle, className: 'animate-spin text-accent-text', label: 'running' },
  passed: { icon: CircleCheck, className: 'text-ok', label: 'passed' },
  failed: { icon: CircleX, className: 'text-bad', label: 'failed' },
  untestable: { icon: CircleHelp, className: 'text-warn', label: 'says nothing about the problem' },
  lost: { icon: Unplug, className: 'text-ink-faint', label: 'lost' },
};

interface RunsProps {
  readonly search: CulpritSearch;
  readonly projectId: number;
}

/** The runs of the newest search, newest first, and how the search stands. */
export function CulpritRuns({ search, projectId }: RunsProps) {
  const { search: stored, runs } = search;
  if (stored === null) return null;
  return (
    <section aria-label="Runs of the search" className="flex flex-col gap-2">
      <p className="text-sm text-ink-soft" aria-live="polite">
        {standing(search)}
      </p>
      <ol className="flex flex-col gap-1 text-sm">
        {runs.toReversed().map((run) => (
          <Run key={run.id} run={run} projectId={projectId} />
        ))}
      </ol>
    </section>
  );
}

const STATES = { active: 'Searching', ended: 'The search has ended', stopped: 'The search was stopped' } as const;

function standing({ search, runs_unavailable: unavailable }: CulpritSearch): string {
  if (search === null) return '';
  const { state, runs_used: used, max_runs: most } = search;
  const text = `${STATES[state]}: ${used} of ${plural(most, 'run')}.`;
  return state === 'ended' && unavailable !== null ? `${text} ${unavailable}` : text;
}

function Run({ run, projectId }: { readonly run: CulpritRun; readonly projectId: number }) {
  const { icon: Icon, className, label } = LOOKS[run.outcome];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Icon aria-hidden className={classNames('size-4 shrink-0', className)} />
      <span className="font-mono text-xs [overflow-wrap:anywhere]">{run.display_identifier}</span>
      <span>{label}</span>
      {run.build_run_id !== null && (
        <Link {...toBuild(projectId, run.build_run_id)} className="text-accent-text">
          Build<span className="sr-only"> of {run.display_identifier}</span>
        </Link>
      )}
      <span className="text-ink-faint">
        <Time at={run.finished_at ?? run.requested_at} />
      </span>
    </li>
  );
}
