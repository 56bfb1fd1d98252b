import { type ConsoleDeploymentDetail, type DeploymentEvent, shownStatus } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getConsoleDeployment } from '../../data/api.js';
import { read } from '../../data/call.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange, toIntegration } from '../../routing/records.js';
import { CopyableId } from '../../ui/copy.js';
import { platformLabel } from '../../ui/labels.js';
import { Fact, ListPanel, Panel, TimeFact } from '../../ui/panel.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { exactTime } from '../../words/format.js';
import { Branch } from './deployment-lane.js';
import { releaseOf } from './lanes.js';

export const page = definePage({
  path: '/projects/$projectId/deployments/$deploymentId',
  label: 'Deployment',
});

export function DeploymentPage() {
  const { projectId, deploymentId } = page.useParams();
  const params = { project_id: projectId, deployment_id: deploymentId };
  const query = useQuery(
    read(['deployment', projectId, 'detail', deploymentId], getConsoleDeployment, { params }),
  );
  const { data } = query;
  if (data === undefined) return <RecordLoading query={query} />;
  const title = `${releaseOf(data)} on ${platformLabel(data.platform)}`;
  return (
    <Page
      record={title}
      title={title}
      meta={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <StatusPill state={data.status} />
          <Branch name={data.branch} />
          <Time at={data.status_at} />
        </span>
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <Shipped deployment={data} projectId={projectId} />
          <History events={data.events} />
          {data.notes && (
            <Panel title="Notes">
              <p className="whitespace-pre-wrap p-4">{data.notes}</p>
            </Panel>
          )}
        </div>
        <Facts deployment={data} projectId={projectId} />
      </div>
    </Page>
  );
}

interface PartProps {
  readonly deployment: ConsoleDeploymentDetail;
  readonly projectId: number;
}

function Shipped({ deployment: { build, change, build_number: number }, projectId }: PartProps) {
  return (
    <Panel title="What it ships">
      <dl className="grid gap-4 p-4 sm:grid-cols-2">
        <Fact label="Build">
          {build === null ? (
            <span className="text-ink-soft">
              {number ? `${number}: no build with this number was reported` : 'The sender did not name a build'}
            </span>
          ) : (
            <Link {...toBuild(projectId, build.id)} className="flex min-w-0 items-center gap-2 hover:underline">
              <StatusPill state={shownStatus(build)} />
              <span className="truncate">
                {build.job_name} #{build.number}
              </span>
            </Link>
          )}
        </Fact>
        <Fact label="Change">
          {change === null ? (
            <span className="text-ink-soft">Unknown: neither the deployment nor its build names a change</span>
          ) : (
            <Link {...toChange(projectId, change.id)} className="block hover:underline">
              <span className="font-mono text-xs">{change.display_identifier}</span> {change.subject}
              {change.author && <span className="text-ink-faint"> by {change.author}</span>}
            </Link>
          )}
        </Fact>
      </dl>
    </Panel>
  );
}

function History({ events }: { readonly events: readonly DeploymentEvent[] }) {
  return (
    <ListPanel title="History" isOrdered empty="No individual steps were reported.">
      {events.map((event) => (
        <li
          key={event.id}
          className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2 text-sm"
        >
          <StatusIcon state={event.status ?? 'neutral'} />
          <span className="min-w-0">
            <span className="font-mono text-xs">{event.event}</span>
            {event.status === null && (
              <span className="text-xs text-ink-faint"> · does not change the status</span>
            )}
          </span>
          <span className="text-right text-xs text-ink-faint">
            <span className="max-md:hidden">{exactTime(new Date(event.occurred_at))} · </span>
            <Time at={event.occurred_at} />
          </span>
        </li>
      ))}
    </ListPanel>
  );
}

function Facts({ deployment, projectId }: PartProps) {
  const { external_id: externalId, external_build_id: externalBuildId, integration } = deployment;
  return (
    <div>
      <Panel title="Deployment">
        <dl className="grid grid-cols-2 gap-4 p-4">
          <Fact label="Requested by">{deployment.actor || 'Not reported'}</Fact>
          <Fact label="Integration">
            <Link {...toIntegration(projectId, integration.id)} className="hover:underline">
              {integration.name || 'Removed'}
            </Link>
          </Fact>
          <TimeFact label="Submitted" at={deployment.submitted_at} />
          <TimeFact label="Live" at={deployment.live_at} />
          <TimeFact label="Started" at={deployment.created_at} />
          <Fact label="Version">{deployment.version || 'Not reported'}</Fact>
          {externalId && (
            <Fact label="App ID">
              <CopyableId value={externalId} />
            </Fact>
          )}
          {externalBuildId && (
            <Fact label="Store build ID">
              <CopyableId value={externalBuildId} />
            </Fact>
          )}
        </dl>
      </Panel>
    </div>
  );
}
