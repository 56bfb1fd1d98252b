import type { ConsoleIntegration } from '@slipway/contracts';
import { providerTitle } from '@slipway/providers/setups';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plug, Plus } from 'lucide-react';
import { useIntegrations, useIsOwner } from '../../data/integrations.js';
import { definePage } from '../../routing/page.js';
import { toIntegration } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { count, plural } from '../../ui/format.js';
import { List } from '../../ui/list.js';
import { Page, Panel } from '../../ui/page.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { IntegrationState, ProviderMark } from './integration-state.js';
import { Onboarding } from './onboarding.js';

export const page = definePage({
  path: '/projects/$projectId/integrations',
  label: 'Integrations',
  icon: Plug,
  place: { group: 'project', order: 7 },
  words: 'tools webhooks',
});

/** The tools that are connected to a project, and whether they report. */
export function IntegrationsPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const isOwner = useIsOwner(projectId);
  const { data, error, refetch } = useIntegrations(projectId);
  useShortcuts({
    c: () => isOwner && void navigate({ to: '/projects/$projectId/integrations/new', params: { projectId } }),
  });
  return (
    <Page
      meta={data && summarize(data.integrations)}
      actions={
        isOwner && (
          <Link
            to="/projects/$projectId/integrations/new"
            params={{ projectId }}
            className={buttonClass('primary')}
            title="Add an integration (c)"
          >
            <Plus aria-hidden className="size-4" />
            Add integration
          </Link>
        )
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <Panel>
          <SkeletonRows />
        </Panel>
      )}
      {data && (
        <div className="flex flex-col gap-4">
          <Onboarding projectId={projectId} integrations={data.integrations} />
          {data.integrations.length > 0 && (
            <Panel>
              <List
                items={data.integrations.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))}
                label="Integrations"
                keyOf={({ id }) => String(id)}
                onOpen={({ id }) => void navigate(toIntegration(projectId, id))}
              >
                {(integration) => <IntegrationRow integration={integration} />}
              </List>
            </Panel>
          )}
        </div>
      )}
    </Page>
  );
}

/** Failing integrations come first. */
const isFailing = ({ active, errors_24h: errors }: ConsoleIntegration) => active && errors > 0;

function summarize(integrations: readonly ConsoleIntegration[]): string {
  if (integrations.length === 0) return 'Tools report to a project through webhooks. None are connected yet.';
  const receiving = integrations.filter(({ active, last_applied: last }) => active && last !== null).length;
  const failing = integrations.filter(({ errors_24h: errors }) => errors > 0).length;
  const parts = [plural(integrations.length, 'integration'), `${count(receiving)} receiving`];
  return [...parts, ...(failing > 0 ? [`${count(failing)} with errors`] : [])].join(' · ');
}

function IntegrationRow({ integration }: { readonly integration: ConsoleIntegration }) {
  const { provider, name, days, last_event: last } = integration;
  const total = days.reduce((sum, value) => sum + value, 0);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[auto_minmax(0,1.4fr)_9rem_8rem_minmax(0,1fr)_10rem]">
      <ProviderMark provider={provider} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-faint">{providerTitle(provider)}</span>
      </span>
      <span className="hidden md:block">
        <SparkBars values={days} unit="event" />
      </span>
      <span className="tnum hidden text-right text-xs text-ink-faint md:block">
        {total === 0 ? 'none in 14 days' : `${count(total)} in 14 days`}
      </span>
      <span className="hidden min-w-0 truncate text-xs text-ink-soft md:block">
        {last && (
          <>
            <span className="font-mono">{last.event}</span> <Time at={last.received_at} />
          </>
        )}
      </span>
      <span className="flex justify-end">
        <IntegrationState integration={integration} />
      </span>
      {last && (
        <span className="col-start-2 col-end-4 truncate text-xs text-ink-faint md:hidden">
          Last event <Time at={last.received_at} /> · {count(total)} in 14 days
        </span>
      )}
    </div>
  );
}
