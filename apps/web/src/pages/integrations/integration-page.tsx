import { setupOf } from '@slipway/providers/setups';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useDeliveries } from '../../data/deliveries.js';
import { useIntegration, useIntegrationActions, useIsOwner } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { DELIVERY_COLUMNS, DeliveryRow } from '../../parts/deliveries/delivery-row.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { RenameDialog } from '../../parts/rename-dialog.js';
import { definePage } from '../../routing/page.js';
import { toDelivery } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';
import { SIGNING_SECRET, WEBHOOK_TOKEN } from '../../ui/labels.js';
import { List } from '../../ui/list.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { Fact, Panel, SkeletonRows } from '../../ui/panel.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { Credentials, Signatures } from './credentials.js';
import { FirstEvent, TestEventButton, TestResult } from './first-event.js';
import { GithubUpdates } from './github-updates.js';
import { eventBars, type IntegrationProps, IntegrationState, ProviderMark } from './integration-state.js';
import { BuildkiteAccess, JenkinsServer, ProviderSettings } from './provider-settings.js';
import { SetupSteps } from './setup-steps.js';

export const page = definePage({
  path: '/projects/$projectId/integrations/$integrationId',
  label: 'Integration',
});

export function IntegrationPage() {
  const { projectId, integrationId } = page.useParams();
  const id = Number(integrationId);
  const { base_url: baseUrl } = useSession();
  const isOwner = useIsOwner(projectId);
  const query = useIntegration(projectId, id);
  const { data } = query;
  const actions = useIntegrationActions(projectId, id);
  if (data === undefined) return <RecordLoading query={query} />;
  const setup = setupOf(data.provider);
  const part = { projectId, integration: data, actions, isOwner };
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
      actions={isOwner && <Actions {...part} />}
    >
      <div className="flex flex-col gap-4">
        {isWaiting && <FirstEvent {...part} />}
        {data.last_event !== null && <Health {...part} />}
        {!data.active && (
          <p className="border-y border-line bg-warn-soft px-4 py-3 text-sm md:rounded-md md:border-x">
            Paused: requests from this tool get a 404 response and are not stored. Resume to receive events again.
          </p>
        )}
        <Credentials {...part} />
        <Signatures {...part} />
        {data.provider === 'jenkins' && <JenkinsServer {...part} />}
        {data.github && <GithubUpdates {...part} />}
        {data.provider === 'buildkite' && isOwner && <BuildkiteAccess {...part} />}
        {isOwner && <ProviderSettings {...part} />}
        {data.last_event !== null && <RecentDeliveries {...part} />}
        {setup && (
          <Panel title="Setup steps">
            <p className="px-4 pt-4 text-sm text-ink-soft">
              Replace <code className="font-mono text-xs">&lt;token&gt;</code> with the token, which was shown
              once, when it was created.{' '}
              <a href={data.docs} target="_blank" rel="noreferrer" className="text-accent-text">
                {setup.title} documentation
              </a>
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

function Actions(props: IntegrationProps) {
  const { integration, actions } = props;
  const { active } = integration;
  return (
    <>
      {integration.last_applied !== null && <TestEventButton actions={actions} />}
      <Button onClick={() => actions.update.mutate({ active: !active })} disabled={actions.update.isPending}>
        {active ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        {active ? 'Pause' : 'Resume'}
      </Button>
      <IntegrationMenu {...props} />
    </>
  );
}

function Health({ projectId, integration, actions }: IntegrationProps) {
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
          className="text-xs text-accent-text"
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

const RECENT = 5;

function RecentDeliveries({ projectId, integration: { id } }: IntegrationProps) {
  const { rows, isLoading } = useDeliveries(projectId, { integration_id: id });
  return (
    <Panel title="Recent deliveries">
      {isLoading ? (
        <SkeletonRows count={RECENT} />
      ) : (
        <List
          items={rows.slice(0, RECENT)}
          label="Recent deliveries"
          columns={DELIVERY_COLUMNS}
          pageOf={(delivery) => toDelivery(projectId, delivery.id)}
        >
          {(delivery) => <DeliveryRow delivery={delivery} />}
        </List>
      )}
    </Panel>
  );
}

function IntegrationMenu({ projectId, integration, actions }: IntegrationProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { remove } = actions;
  const navigate = useNavigate();
  function leave(): void {
    toast('Integration deleted');
    void navigate({ to: '/projects/$projectId/integrations', params: { projectId } });
  }
  return (
    <>
      <Menu
        label="More actions"
        trigger={<Ellipsis aria-hidden className="size-4" />}
        triggerClass={buttonClass('plain', 'medium', 'px-2!')}
        align="end"
      >
        <MenuItem onSelect={() => setOpen('rename')}>
          <Pencil aria-hidden className="size-4 text-ink-faint" />
          Rename
        </MenuItem>
        <MenuItem className="text-bad" onSelect={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && (
        <RenameDialog
          name={integration.name}
          title="Rename integration"
          confirm="Rename"
          send={(edit) => actions.update.mutateAsync(edit)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete “${integration.name}”?`}
        confirm="Delete integration"
        change={remove}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      >
        <p>Its token stops working immediately. Everything it reported stays in the project.</p>
        <p>
          Remove the webhook in the tool too; otherwise it keeps sending requests that are refused. To stop
          temporarily, pause the integration instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
