import { providerTitle, SETUPS } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import {
  type DeliveryQuery,
  type ReplayTarget,
  useDeliveries,
  useDeliveryQuery,
  useWaitingDeliveries,
} from '../../data/deliveries.js';
import { useIsOwner } from '../../data/integrations.js';
import { useProjectOptions, useSession } from '../../data/session.js';
import { DeliveryRow, SELECTABLE_DELIVERY_COLUMNS } from '../../parts/deliveries/delivery-row.js';
import { Page } from '../../parts/page.js';
import { BuildSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import type { Filters } from '../../routing/page.js';
import { toDelivery } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ClearFilters, FilterSelect, FilterText } from '../../ui/filters.js';
import { useSelection } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';
import { AccountGaps, Gaps } from './gaps.js';
import { LocatedDelivery } from './located-delivery.js';
import { ReplayDialog } from './replay-dialog.js';

function EmptyDeliveries({
  projectId,
  isFiltered,
}: Pick<DeliveriesProps, 'projectId'> & { readonly isFiltered: boolean }) {
  const { delivery_retention_days: days } = useSession();
  const isOwner = useIsOwner(projectId ?? 0);
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={[
        'No delivery matches',
        `Deliveries are kept for ${plural(days, 'day')}. Remove a filter to see more.`,
      ]}
      title="No deliveries yet"
      action={
        projectId !== null &&
        isOwner && (
          <Link
            to="/projects/$projectId/integrations/new"
            params={{ projectId }}
            className={buttonClass('primary')}
          >
            Add an integration
          </Link>
        )
      }
    >
      <p>
        Every webhook appears here within a second, with what it changed or why it changed nothing. Connect a tool,
        or report a build yourself with an integration token:
      </p>
      <BuildSample />
    </EmptyList>
  );
}

/** A younger delivery is being applied right now. */
const MIN_AGE_MS = 5_000;

/** Deliveries that wait because no worker runs, or because workers are behind. Nothing is shown while they keep up. */
function WaitingDeliveries({ projectId }: { readonly projectId: number | null }) {
  const { data } = useWaitingDeliveries(projectId);
  const { projects } = useSession();
  const now = useNow();
  const oldest = data?.deliveries[0];
  if (data === undefined || oldest === undefined) return null;
  if (now.getTime() - new Date(oldest.received_at).getTime() < MIN_AGE_MS) return null;
  const nameOf = (id: number) => projects.find((project) => project.id === id)?.name ?? '';
  const more = data.count - data.deliveries.length;
  return (
    <section role="status" className="pb-4">
      <Panel title={`Accepted, not yet applied: ${count(data.count)}${data.is_exact ? '' : ' or more'}`}>
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn">
          They are stored safely and will be applied in order once a worker is free. If the number keeps growing,
          ask the operator of this server whether its workers are running.
        </p>
        <ul aria-label="Waiting deliveries" className="max-h-72 divide-y divide-line overflow-y-auto">
          {data.deliveries.map(({ id, project_id: project, provider, event, received_at: at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <StatusPill state="queued" label="Waiting" />
              <span className="min-w-0 flex-1 truncate">
                <span className="font-mono text-xs">{event}</span>{' '}
                <span className="text-xs text-ink-faint">
                  {providerTitle(provider)} · {nameOf(project)}
                </span>
              </span>
              <Time at={at} className="text-xs text-ink-faint" />
            </li>
          ))}
          {more > 0 && <li className="px-4 py-2 text-xs text-ink-faint">{count(more)} more</li>}
        </ul>
      </Panel>
    </section>
  );
}

const OUTCOMES = [
  ['applied', 'Applied'],
  ['rejected,dead', 'Rejected or dead'],
  ['dead', 'Dead letters'],
  ['ignored', 'Ignored'],
  ['duplicate', 'Duplicates'],
] as const;
const PERIODS = [
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
] as const;
const PROVIDERS = SETUPS.map(({ id, title }) => [id, title] as const);

interface DeliveriesProps {
  /** Null for all projects of the account. */
  readonly projectId: number | null;
  readonly filters: Filters<keyof DeliveryQuery | 'view' | 'period' | 'id'> & { readonly query: DeliveryQuery };
}

export function Deliveries({ projectId, filters }: DeliveriesProps) {
  if (filters.values.view === 'gaps')
    return (
      <Page meta={<Tabs filters={filters} />}>
        {projectId === null ? <AccountGaps /> : <Gaps projectId={projectId} />}
      </Page>
    );
  return <DeliveryLog projectId={projectId} filters={filters} />;
}

function DeliveryLog({ projectId, filters }: DeliveriesProps) {
  const { id, period } = filters.values;
  const { delivery_retention_days: days } = useSession();
  const projects = useProjectOptions();
  const query = useDeliveryQuery(filters.query, period);
  const list = useDeliveries(projectId, query);
  const { selected, toggle, select } = useSelection();
  const [target, setTarget] = useState<ReplayTarget | null>(null);
  const chosen = list.rows.filter(({ id }) => selected.has(id));
  const scope = projectId ?? query.project_id ?? null;
  const isFiltered = Object.keys(query).some((name) => name !== 'project_id');
  return (
    <Page
      meta={<Tabs filters={filters} />}
      views={<SavedViews place={{ projectId, list: 'deliveries' }} filters={filters} />}
      actions={
        <>
          {chosen.length > 0 && (
            <Button look="quiet" onClick={() => select([])}>
              Clear selection
            </Button>
          )}
          {chosen.length > 0 ? (
            <Button look="primary" onClick={() => setTarget({ deliveries: chosen })} icon={RotateCcw}>
              Replay {plural(chosen.length, 'delivery', 'deliveries')}
            </Button>
          ) : (
            scope !== null &&
            isFiltered &&
            list.rows.length > 0 && (
              <Button onClick={() => setTarget({ projectId: scope, filters: query })} icon={RotateCcw}>
                Replay all matching
              </Button>
            )
          )}
        </>
      }
      filters={
        <>
          <FilterSelect filters={filters} name="outcome" label="Any outcome" options={OUTCOMES} />
          <FilterSelect filters={filters} name="provider" label="Any tool" options={PROVIDERS} />
          {projectId === null && (
            <FilterSelect filters={filters} name="project_id" label="All projects" options={projects} />
          )}
          <FilterSelect filters={filters} name="period" label={`Last ${plural(days, 'day')}`} options={PERIODS} />
          <FilterText filters={filters} name="event" label="Event" />
          <FilterText filters={filters} name="id" label="Delivery ID" />
          <ClearFilters filters={filters} />
        </>
      }
    >
      <WaitingDeliveries projectId={projectId} />
      {id ? (
        <LocatedDelivery id={id.trim()} />
      ) : (
        <PagedListView
          list={list}
          label="Deliveries"
          columns={SELECTABLE_DELIVERY_COLUMNS}
          pageOf={({ id, project_id: project }) => toDelivery(project, id)}
          selected={selected}
          onToggle={({ id }) => toggle(id)}
          onKey={(key, delivery) => {
            if (key === 'r') setTarget({ deliveries: [delivery] });
            return key === 'r';
          }}
          empty={<EmptyDeliveries projectId={projectId} isFiltered={isFiltered} />}
        >
          {(delivery, { isSelected }) => (
            <>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Select delivery ${delivery.event}`}
                  title="Select (x)"
                  tabIndex={-1}
                  checked={isSelected}
                  onChange={() => toggle(delivery.id)}
                  className="block size-4 accent-accent"
                />
              </td>
              <DeliveryRow delivery={delivery} withProject={projectId === null} />
            </>
          )}
        </PagedListView>
      )}
      <ReplayDialog
        target={target}
        onClose={(isDone) => {
          setTarget(null);
          if (isDone) select([]);
        }}
      />
    </Page>
  );
}

function Tabs({ filters }: Pick<DeliveriesProps, 'filters'>) {
  const { view } = filters.values;
  const tab = (name: string, label: string) => (
    <button
      type="button"
      aria-pressed={(view ?? '') === name}
      onClick={() => filters.set('view', name)}
      className={classNames(
        'rounded-sm text-sm',
        (view ?? '') === name ? 'font-medium text-ink' : 'text-ink-faint hover:text-ink',
      )}
    >
      {label}
    </button>
  );
  return (
    <span className="flex gap-4 pt-1">
      {tab('', 'Log')}
      {tab('gaps', 'Missing numbers')}
    </span>
  );
}
