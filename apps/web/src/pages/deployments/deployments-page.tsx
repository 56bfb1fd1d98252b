import { DEPLOYMENT_FILTERS } from '@slipway/contracts';
import { Rocket } from 'lucide-react';
import { useMemo } from 'react';
import { listConsoleDeployments, listDeploymentLanes } from '../../data/api.js';
import { usePageRead } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { WebhookSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toDeployment } from '../../routing/records.js';
import type { Query } from '../../routing/search.js';
import { ClearFilters, FilterSelect } from '../../ui/filters.js';
import { PLATFORM_OPTIONS, platformLabel } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { lookOf, StatusPill } from '../../ui/status.js';
import { TimeCell } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { Branch, DeploymentLane, Origin, type ReleaseProps } from './deployment-lane.js';
import { lanesOf, releaseOf } from './lanes.js';

const STATUSES = [
  'live',
  'in_review',
  'approved',
  'uploading',
  'submitted',
  'pending',
  'rejected',
  'rolled_back',
].map((status) => [status, lookOf(status).label] as const);

export const page = definePage({
  path: '/projects/$projectId/deployments',
  label: 'Deployments',
  icon: Rocket,
  place: { group: 'project', order: 6 },
  words: 'releases',
  filters: ['platform', 'status'],
});

export function DeploymentsPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(DEPLOYMENT_FILTERS);
  const { platform, status } = filters.query;
  const params = { project_id: projectId };
  const query = usePageRead(['deployment', projectId, 'lanes'], listDeploymentLanes, { params });
  const { data } = query;
  const lanes = useMemo(() => (data ? lanesOf(data.deployments, data.totals) : []), [data]);
  const total = lanes.reduce((sum, lane) => sum + lane.total, 0);
  const shown = status ? [] : lanes.filter((lane) => platform === undefined || lane.platform === platform);
  return (
    <Page
      views={<SavedViews place={{ projectId, list: 'deployments' }} filters={filters} />}
      meta={data && `${plural(total, 'deployment')} on ${plural(lanes.length, 'platform')}`}
      filters={
        <>
          <FilterSelect filters={filters} name="platform" label="All platforms" options={PLATFORM_OPTIONS} />
          <FilterSelect filters={filters} name="status" label="Any status" options={STATUSES} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Loaded query={query}>
          {() =>
            lanes.length === 0 && (
              <Panel>
                <NoDeployments />
              </Panel>
            )
          }
        </Loaded>
        {shown.length > 0 && (
          <Panel>
            <div className="divide-y divide-line">
              {shown.map((lane) => (
                <DeploymentLane key={lane.platform} projectId={projectId} lane={lane} />
              ))}
            </div>
          </Panel>
        )}
        {filters.isSet && lanes.length > 0 && <DeploymentList projectId={projectId} query={filters.query} />}
      </div>
    </Page>
  );
}

function NoDeployments() {
  return (
    <EmptyState title="No deployments yet">
      <p>
        This page shows what players have on each store, what is in review, and which build and change it came
        from. Add a “Store uploads” integration and have your upload script report each step:
      </p>
      <WebhookSample
        label="Report that a build is live on Steam"
        to="deployment"
        body='{"event": "live", "platform": "steam", "build_number": 412, "branch": "default", "version": "1.0.3", "steam_app_id": "480"}'
      />
    </EmptyState>
  );
}

interface DeploymentListProps {
  readonly projectId: number;
  readonly query: Query<typeof DEPLOYMENT_FILTERS>;
}

function DeploymentList({ projectId, query }: DeploymentListProps) {
  const params = { project_id: projectId };
  const list = usePagedList(
    ['deployment', projectId, 'list', query],
    listConsoleDeployments,
    { params, query },
    'deployments',
  );
  return (
    <PagedListView
      list={list}
      label="Deployments"
      columns={COLUMNS}
      pageOf={({ id }) => toDeployment(projectId, id)}
      empty={
        <EmptyState title="No deployment matches">
          <p>Try another platform or status.</p>
        </EmptyState>
      }
    >
      {(deployment) => <DeploymentRow projectId={projectId} deployment={deployment} />}
    </PagedListView>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 md:grid-cols-[120px_minmax(0,220px)_minmax(0,1fr)_minmax(0,120px)_80px]',
  headings: ['Status', 'Release', 'Build and change', 'Started by', newest('Started')],
};

function DeploymentRow({ projectId, deployment }: ReleaseProps) {
  return (
    <>
      <td className="max-md:col-start-2">
        <StatusPill state={deployment.status} />
      </td>
      <td className="flex min-w-0 items-center gap-2 max-md:col-start-1 max-md:row-start-1">
        <RecordLink to={toDeployment(projectId, deployment.id)} className="truncate font-medium hover:underline">
          {releaseOf(deployment)}
        </RecordLink>
        <span className="shrink-0 text-xs text-ink-faint">{platformLabel(deployment.platform)}</span>
        <Branch name={deployment.branch} />
      </td>
      <td className="truncate text-xs text-ink-soft max-md:col-start-1 max-md:row-start-2">
        <Origin projectId={projectId} deployment={deployment} />
      </td>
      <td className="truncate text-xs text-ink-soft max-md:hidden">{deployment.actor}</td>
      <TimeCell at={deployment.created_at} className="max-md:row-start-2" />
    </>
  );
}
