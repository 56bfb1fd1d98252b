import type { DEPLOYMENT_FILTERS } from '@slipway/contracts';
import { listConsoleDeployments } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { toDeployment } from '../../routing/records.js';
import type { Query } from '../../routing/search.js';
import { platformLabel } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { TimeCell } from '../../ui/time.js';
import { Branch, Origin, type ReleaseProps } from './deployment-lane.js';
import { releaseOf } from './lanes.js';

interface DeploymentListProps {
  readonly projectId: number;
  readonly query: Query<typeof DEPLOYMENT_FILTERS>;
}

export function DeploymentList({ projectId, query }: DeploymentListProps) {
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
