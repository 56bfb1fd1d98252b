import { type BrokenJob, type HomeProject, shownStatus } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { describeRefusal, useInvestigation } from '../../data/builds.js';
import { toBuild, toChange } from '../../routing/records.js';
import { BuildStrip } from '../../ui/build-strip.js';
import { Button } from '../../ui/button.js';
import { ErrorText } from '../../ui/error-text.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';

export function ProjectHealth({ project }: { readonly project: HomeProject }) {
  const { id, name, job, builds, broken, state } = project;
  const latest = builds.at(-1);
  return (
    <article className="flex flex-col gap-3 px-4 py-3">
      <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <h3 className="flex items-center gap-2 text-base font-semibold">
            <Link to="/projects/$projectId/builds" params={{ projectId: id }} className="truncate hover:underline">
              {name}
            </Link>
            {broken && <StatusPill state="failed" label="Broken" />}
            {!broken && latest && <StatusPill state={shownStatus(latest)} />}
            {state === 'paused' && <StatusPill state="none" label="Paused" />}
          </h3>
          <p className="flex flex-wrap gap-x-2 text-xs text-ink-faint">
            {job ?? 'No builds yet'}
            {job === null && (
              <Link to="/projects/$projectId/integrations" params={{ projectId: id }} className="text-accent-text">
                Connect its tools
              </Link>
            )}
            {latest && (
              <Link {...toBuild(id, latest.id)} className="tnum hover:text-ink hover:underline">
                #{latest.build_number} <Time at={latest.created_at} />
              </Link>
            )}
          </p>
        </div>
        {builds.length > 0 && (
          <BuildStrip label={`Last builds of ${job ?? name}`} projectId={id} builds={builds} />
        )}
      </div>
      {broken && <Broken broken={broken} projectId={id} />}
    </article>
  );
}

function Broken({ broken, projectId }: { readonly broken: BrokenJob; readonly projectId: number }) {
  const { since, latest, change, asked, error } = broken;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md bg-bad-soft px-3 py-2 text-sm">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
        <p>
          Broken {broken.is_open_ended ? 'since at least ' : 'since '}
          <Link {...toBuild(projectId, since.id)} className="font-medium underline">
            #{since.build_number}
          </Link>
          , <Time at={since.created_at} />
          {broken.failures > 1 && ` (${count(broken.failures)} failures, the last in #${latest.build_number})`}
          {change && (
            <>
              , which built{' '}
              <Link {...toChange(projectId, change.id)} className="underline">
                <span className="font-mono text-xs">{change.display_identifier}</span>
              </Link>{' '}
              “{change.description.split('\n')[0]}”
            </>
          )}
          .
        </p>
        {error && <ErrorText error={error} cause={broken.cause_state} />}
        {asked && <p>Ask {asked}.</p>}
      </div>
      <NextAction broken={broken} projectId={projectId} />
    </div>
  );
}

function NextAction({ broken, projectId }: { readonly broken: BrokenJob; readonly projectId: number }) {
  const { mutate, isPending } = useInvestigation(projectId, { refusal: describeRefusal });
  const { investigation, cause_state: state } = broken;
  if (state !== null)
    return (
      <Link {...toBuild(projectId, broken.latest.id)} className="font-medium underline">
        {state === 'none' ? 'No cause found' : 'Why it failed'}
      </Link>
    );
  if (investigation === 'pending' || investigation === 'running')
    return <StatusPill state="running" label="Investigating" />;
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate(broken.latest)} icon={Search}>
      Investigate
    </Button>
  );
}
