import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import {
  type IntegrationActions,
  useIntegration,
  useIntegrationActions,
  useIsOwner,
} from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { Page, RecordError } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toDelivery } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { SIGNING_SECRET, WEBHOOK_TOKEN } from '../../ui/labels.js';
import { Fact, Panel, SkeletonRows } from '../../ui/panel.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { Credentials } from './credentials.js';
import { FirstEvent, TestEventButton, TestResult } from './first-event.js';
import { GithubUpdates } from './github-updates.js';
import { IntegrationMenu } from './integration-menu.js';
import { eventBars, IntegrationState, ProviderMark } from './integration-state.js';
import { JenkinsServer } from './jenkins-server.js';
import { BuildkiteAccess, ProviderSettings } from './provider-settings.js';
import { RecentDeliveries } from './recent-deliveries.js';
import { SetupSteps } from './setup-steps.js';
import { Signatures } from './signatures.js';

export const page = definePage({
  path: '/projects/$projectId/integrations/$integrationId',
  label: 'Integration',
});

export function IntegrationPage() {
  const { projectId, integrationId } = page.useParams();
  const id = Number(integrationId);
  const { base_url: baseUrl } = useSession();
  const isOwner = useIsOwner(projectId);
  const { data, error, refetch } = useIntegration(projectId, id);
  const actions = useIntegrationActions(projectId, id);
  if (error) return <RecordError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const setup = setupOf(data.provider);
  const isWaiting = data.last_applied === null && isOwner && data.active;
  return (
    <Page
      record={data.name}
      title={
        <span className="flex items-center gap-3">
          <ProviderMark provider={data.provider} />
          <span className="min-w-0">{data.name}</span>
        </span>
      }
      meta={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1">
          <IntegrationState integration={data} />
          <span>
            {data.provider_label} · <Time at={data.created_at} prefix="added " />
          </span>
        </span>
      }
      actions={isOwner && <Actions projectId={projectId} integration={data} actions={actions} />}
    >
      <div className="flex flex-col gap-4">
        {isWaiting && <FirstEvent projectId={projectId} integration={data} actions={actions} />}
        {data.last_event !== null && <Health projectId={projectId} integration={data} actions={actions} />}
        {!data.active && <PausedNote />}
        <Credentials integration={data} actions={actions} isOwner={isOwner} />
        <Signatures integration={data} actions={actions} isOwner={isOwner} />
        {data.provider === 'jenkins' && <JenkinsServer integration={data} actions={actions} isOwner={isOwner} />}
        {data.github && <GithubUpdates integration={data} actions={actions} isOwner={isOwner} />}
        {data.provider === 'buildkite' && isOwner && <BuildkiteAccess integration={data} actions={actions} />}
        {isOwner && <ProviderSettings integration={data} actions={actions} />}
        {data.last_event !== null && <RecentDeliveries projectId={projectId} integrationId={id} />}
        {setup && (
          <Panel title="Setup steps">
            <p className="px-4 pt-4 text-sm text-ink-soft">
              Replace <code className="font-mono text-xs">&lt;token&gt;</code> with the token, which was shown
              once, when it was created. <DocsLink href={data.docs} label={setup.title} />
            </p>
            <SetupSteps
              setup={setup}
              projectId={projectId}
              integrationId={id}
              context={{ baseUrl, token: WEBHOOK_TOKEN, secret: data.secrets.length > 0 ? SIGNING_SECRET : null }}
            />
          </Panel>
        )}
      </div>
    </Page>
  );
}

function PausedNote() {
  return (
    <p className="border-y border-line bg-warn-soft px-4 py-3 text-sm md:rounded-md md:border-x">
      Paused: requests from this tool get a 404 response and are not stored. Resume to receive events again.
    </p>
  );
}

function DocsLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {label} documentation
    </a>
  );
}

interface PartProps {
  readonly projectId: number;
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

function Actions({ projectId, integration, actions }: PartProps) {
  const { active } = integration;
  return (
    <>
      {integration.last_applied !== null && <TestEventButton actions={actions} />}
      <Button onClick={() => actions.update.mutate({ active: !active })} disabled={actions.update.isPending}>
        {active ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        {active ? 'Pause' : 'Resume'}
      </Button>
      <IntegrationMenu projectId={projectId} integration={integration} actions={actions} />
    </>
  );
}

function Health({ projectId, integration, actions }: PartProps) {
  const { days, last_event: last, errors_24h: errors, id } = integration;
  const total = days.reduce((sum, value) => sum + value, 0);
  const integration_id = String(id);
  return (
    <Panel
      title="Health"
      aside={
        <Link
          to="/projects/$projectId/deliveries"
          params={{ projectId }}
          search={{ integration_id }}
          className="text-xs text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          All deliveries
        </Link>
      }
    >
      <dl className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr]">
        <Fact label="Events per day, last 14 days">
          <SparkBars bars={eventBars(days)} unit="event" className="h-8 max-w-80" />
        </Fact>
        <Fact label="Last 14 days">
          <span className="tnum">{count(total)}</span>, <span className="tnum">{count(days.at(-1) ?? 0)}</span> in
          the last 24 hours
        </Fact>
        <Fact label="Last event">
          {last && (
            <Link {...toDelivery(projectId, last.id)} className="hover:underline">
              <span className="font-mono text-xs">{last.event}</span> <Time at={last.received_at} />
            </Link>
          )}
        </Fact>
        <Fact label="Errors in 24 hours">
          {errors === 0 ? (
            'None'
          ) : (
            <Link
              to="/projects/$projectId/deliveries"
              params={{ projectId }}
              search={{ integration_id, outcome: 'rejected,dead' }}
              className="hover:underline"
            >
              <StatusPill state="failed" label={count(errors)} />
            </Link>
          )}
        </Fact>
      </dl>
      <TestResult actions={actions} projectId={projectId} />
    </Panel>
  );
}
