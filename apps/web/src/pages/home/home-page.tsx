import { type BrokenJob, type Home, type HomeProject, shownStatus } from '@slipway/contracts';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { House, Search } from 'lucide-react';
import { getHome } from '../../data/api.js';
import { describeRefusal, useInvestigation } from '../../data/builds.js';
import { usePageRead } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange } from '../../routing/records.js';
import { BuildStrip } from '../../ui/build-strip.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorText } from '../../ui/error-text.js';
import { EmptyPanel, ListPanel, Loaded } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { LostDeliveries, MyWork, myWorkQuery, StoreReviews, WaitingApprovals } from './home-lists.js';

export const page = definePage({
  path: '/',
  label: 'Home',
  icon: House,
  place: { group: 'workspace', order: 1, keys: 'g h' },
  words: 'overview dashboard',
});

export function HomePage() {
  const account = useAccount();
  // Its panel appears together with the others, not after them.
  usePrefetchQuery(myWorkQuery(account.id));
  const params = { account_id: account.id };
  const query = usePageRead(['home', 'account', account.id], getHome, { params });
  return (
    <Page title={account.name} meta={query.data && <Rollup rollup={query.data.rollup} />}>
      <Loaded query={query} rows={10}>
        {(home) => <Content home={home} accountId={account.id} />}
      </Loaded>
    </Page>
  );
}

function Content({ home, accountId }: { readonly home: Home; readonly accountId: number }) {
  if (home.projects.length === 0) return <NoProjects />;
  const names = new Map(home.projects.map(({ id, name }) => [id, name]));
  const nameOf = (id: number) => names.get(id) ?? '';
  // Broken projects come first, unless their problem is snoozed; paused ones last.
  const projects = home.projects.toSorted(
    (a, b) =>
      Number(a.state === 'paused') - Number(b.state === 'paused') ||
      Number(needsAttention(b)) - Number(needsAttention(a)) ||
      b.builds.length - a.builds.length,
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_380px]">
      <div className="flex flex-col gap-4">
        <ListPanel title="Projects" note="Last 30 builds of the main job">
          {projects.map((project) => (
            <li key={project.id}>
              <ProjectHealth project={project} />
            </li>
          ))}
        </ListPanel>
        <StoreReviews deployments={home.in_review} nameOf={nameOf} />
      </div>
      <div className="flex flex-col gap-4">
        <MyWork accountId={accountId} nameOf={nameOf} />
        <WaitingApprovals home={home} accountId={accountId} nameOf={nameOf} />
        <LostDeliveries deliveries={home.deliveries} nameOf={nameOf} />
      </div>
    </div>
  );
}

const needsAttention = ({ broken }: HomeProject) => broken !== null && !broken.is_snoozed;

function NoProjects() {
  return (
    <EmptyPanel
      title="No projects yet"
      action={
        <Link to="/settings/projects" className="text-accent-text">
          Create a project
        </Link>
      }
    >
      <p>
        A project is one game or tool. Once its version control, build servers and stores are connected, this page
        shows whether its main job is green, what broke it, what is waiting for you and what is live.
      </p>
    </EmptyPanel>
  );
}

function Rollup({ rollup }: { readonly rollup: Home['rollup'] }) {
  const facts: readonly (readonly [value: number, label: string])[] = [
    [rollup.builds_passed_24h, 'builds passed in 24 h'],
    [rollup.builds_failed_24h, 'failed'],
    [rollup.changes_24h, 'changes in 24 h'],
    [rollup.open_tasks, 'open tasks'],
    [rollup.active_projects, `of ${count(rollup.total_projects)} projects active`],
  ];
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-0.5 pt-1">
      {facts.map(([value, label]) => (
        <li key={label}>
          <span className="tnum font-semibold text-ink">{count(value)}</span> {label}
        </li>
      ))}
    </ul>
  );
}

function ProjectHealth({ project }: { readonly project: HomeProject }) {
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
            {broken && (
              <StatusPill
                state={broken.is_snoozed ? 'none' : 'failed'}
                label={broken.is_snoozed ? 'Broken, snoozed' : 'Broken'}
              />
            )}
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
  const { since, latest, change, attributed_to: person, error } = broken;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md px-3 py-2 text-sm',
        broken.is_snoozed ? 'bg-sunken' : 'bg-bad-soft',
      )}
    >
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
        {broken.waits_for ? <p>{broken.waits_for}</p> : person && <p>Ask {person}.</p>}
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
