import type { Home } from '@slipway/contracts';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { getHome } from '../../data/api.js';
import { usePageRead } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { count } from '../../words/format.js';
import { LostDeliveries, StoreReviews, WaitingApprovals } from './home-lists.js';
import { MyWork, myWorkQuery } from './my-work.js';
import { ProjectHealth } from './project-health.js';

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
  // Broken projects come first, paused ones last.
  const projects = home.projects.toSorted(
    (a, b) =>
      Number(a.state === 'paused') - Number(b.state === 'paused') ||
      Number(b.broken !== null) - Number(a.broken !== null) ||
      b.builds.length - a.builds.length,
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_380px]">
      <div className="flex flex-col gap-4">
        <Panel title="Projects" note="Last 30 builds of the main job">
          <ul className="divide-y divide-line">
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectHealth project={project} />
              </li>
            ))}
          </ul>
        </Panel>
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

function NoProjects() {
  return (
    <Panel>
      <EmptyState
        title="No projects yet"
        action={
          <Link to="/settings/projects" className="text-accent-text">
            Create a project
          </Link>
        }
      >
        <p>
          A project is one game or tool. Once its version control, build servers and stores are connected, this
          page shows whether its main job is green, what broke it, what is waiting for you and what is live.
        </p>
      </EmptyState>
    </Panel>
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
