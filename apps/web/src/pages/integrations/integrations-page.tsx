import type { ConsoleIntegration } from '@slipway/contracts';
import { providerTitle } from '@slipway/providers/setups';
import { Link, useNavigate } from '@tanstack/react-router';
import { Circle, CircleCheck, CircleDashed, Plug, Plus } from 'lucide-react';
import { useIntegrations, useIsOwner } from '../../data/integrations.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toIntegration } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { type Columns, hidden, List, right } from '../../ui/list.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';
import { eventBars, IntegrationState, ProviderMark } from './integration-state.js';
import { progressOf } from './onboarding-progress.js';

export const page = definePage({
  path: '/projects/$projectId/integrations',
  label: 'Integrations',
  icon: Plug,
  place: { group: 'project', order: 8 },
  words: 'tools webhooks',
});

export function IntegrationsPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const isOwner = useIsOwner(projectId);
  const query = useIntegrations(projectId);
  useShortcuts({
    c: () => isOwner && void navigate({ to: '/projects/$projectId/integrations/new', params: { projectId } }),
  });
  return (
    <Page
      meta={query.data && summarize(query.data.integrations)}
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
      <Loaded query={query}>
        {({ integrations }) => (
          <div className="flex flex-col gap-4">
            <Onboarding projectId={projectId} integrations={integrations} />
            {integrations.length > 0 && (
              <Panel>
                <List
                  items={integrations.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))}
                  label="Integrations"
                  columns={COLUMNS}
                  pageOf={({ id }) => toIntegration(projectId, id)}
                >
                  {(integration) => <IntegrationRow integration={integration} />}
                </List>
              </Panel>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const isFailing = ({ active, errors_24h: errors }: ConsoleIntegration) => active && errors > 0;

function summarize(integrations: readonly ConsoleIntegration[]): string {
  if (integrations.length === 0) return 'Tools report to a project through webhooks. None are connected yet.';
  const receiving = integrations.filter(({ active, last_applied: last }) => active && last !== null).length;
  const failing = integrations.filter(({ errors_24h: errors }) => errors > 0).length;
  const parts = [plural(integrations.length, 'integration'), `${count(receiving)} receiving`];
  return [...parts, ...(failing > 0 ? [`${count(failing)} with errors`] : [])].join(' · ');
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:gap-x-4 md:grid-cols-[32px_minmax(0,1.4fr)_9rem_8rem_minmax(0,1fr)_10rem]',
  headings: [hidden('Tool'), 'Integration', 'Events by day', right('Events'), 'Last event', right('State')],
};

function IntegrationRow({ integration }: { readonly integration: ConsoleIntegration }) {
  const { provider, name, days, last_event: last } = integration;
  const total = days.reduce((sum, value) => sum + value, 0);
  return (
    <>
      <td>
        <ProviderMark provider={provider} />
      </td>
      <td className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-faint">{providerTitle(provider)}</span>
      </td>
      <td className="max-md:hidden">
        <SparkBars bars={eventBars(days)} unit="event" />
      </td>
      <td className="tnum text-right text-xs text-ink-faint max-md:hidden">
        {total === 0 ? 'none in 14 days' : `${count(total)} in 14 days`}
      </td>
      <td className="min-w-0 truncate text-xs text-ink-soft max-md:order-last max-md:col-start-2 max-md:col-end-4 max-md:text-ink-faint">
        {last && (
          <>
            <span className="font-mono max-md:hidden">{last.event}</span>
            <span className="md:hidden">Last event</span> <Time at={last.received_at} />
            <span className="md:hidden"> · {count(total)} in 14 days</span>
          </>
        )}
      </td>
      <td className="flex justify-end">
        <IntegrationState integration={integration} />
      </td>
    </>
  );
}

interface OnboardingProps {
  readonly projectId: number;
  readonly integrations: readonly ConsoleIntegration[];
}

const ICONS = {
  done: { icon: CircleCheck, tone: 'text-ok', label: 'Done' },
  waiting: { icon: CircleDashed, tone: 'text-warn', label: 'Waiting for the first event' },
  open: { icon: Circle, tone: 'text-ink-faint', label: 'To do' },
} as const;

/** The steps that a new project still needs. They disappear once version control and builds report. */
function Onboarding({ projectId, integrations }: OnboardingProps) {
  const isOwner = useIsOwner(projectId);
  const steps = progressOf(integrations);
  const required = steps.filter(({ isOptional }) => !isOptional);
  if (required.every(({ state }) => state === 'done')) return null;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Panel
      title="Set up this project"
      aside={
        <span className="tnum text-xs text-ink-faint">
          {done} of {steps.length}
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map(({ title, text, state, group, isOptional }) => {
          const { icon: Icon, tone, label } = ICONS[state];
          return (
            <li key={title} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
              <span className="sr-only">{label}</span>
              <span className="min-w-56 flex-1">
                <span className="block text-sm font-medium">
                  {title}
                  {isOptional && <span className="ml-2 text-xs font-normal text-ink-faint">optional</span>}
                </span>
                <span className="block text-sm text-ink-soft">{text}</span>
              </span>
              {state === 'waiting' && <span className="text-xs text-warn">{label}</span>}
              {state === 'open' && isOwner && (
                <Link
                  to="/projects/$projectId/integrations/new"
                  params={{ projectId }}
                  search={{ group: encodeURIComponent(group) }}
                  className={buttonClass('plain', 'small')}
                >
                  Connect
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      {!isOwner && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
          Only account owners can connect tools.
        </p>
      )}
    </Panel>
  );
}
