import { SETUPS } from '@slipway/providers/setups';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type DeliveryQuery, type ReplayTarget, useDeliveries, useDeliveryQuery } from '../../data/deliveries.js';
import { useProjects, useSession } from '../../data/session.js';
import { DeliveryRow, SELECTABLE_DELIVERY_COLUMNS } from '../../parts/deliveries/delivery-row.js';
import { Page } from '../../parts/page.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import type { Filters } from '../../routing/page.js';
import { toDelivery } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ClearFilters, FilterSelect, FilterText } from '../../ui/filters.js';
import { PagedListView } from '../../ui/paged-list.js';
import { plural } from '../../words/format.js';
import { EmptyDeliveries } from './empty-deliveries.js';
import { AccountGaps, Gaps } from './gaps.js';
import { LocatedDelivery } from './located-delivery.js';
import { ReplayDialog } from './replay-dialog.js';
import { WaitingDeliveries } from './waiting-deliveries.js';

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
const FILTERS = ['outcome', 'provider', 'event', 'period', 'project_id', 'integration_id', 'id'] as const;

interface DeliveriesProps {
  /** Null for all projects of the account. */
  readonly projectId: number | null;
  readonly filters: Filters<(typeof FILTERS)[number] | 'view'> & { readonly query: DeliveryQuery };
}

/** Webhooks that arrived and what became of them, for one project or the whole account. */
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
  const navigate = useNavigate();
  const { delivery_retention_days: days } = useSession();
  const projects = useProjects().map(({ id, name }) => [String(id), name] as const);
  const query = useDeliveryQuery(filters.query, period);
  const list = useDeliveries(projectId, query);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<ReplayTarget | null>(null);
  const chosen = list.rows.filter(({ id }) => selected.has(id));
  const scope = projectId ?? query.project_id ?? null;
  const isFiltered = Object.keys(query).some((name) => name !== 'project_id');
  const toggle = (id: string) =>
    setSelected(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <Page
      meta={<Tabs filters={filters} />}
      views={<SavedViews place={{ projectId, list: 'deliveries' }} filters={filters} />}
      actions={
        <>
          {chosen.length > 0 && (
            <Button look="quiet" onClick={() => setSelected(new Set())}>
              Clear selection
            </Button>
          )}
          {chosen.length > 0 ? (
            <Button look="primary" onClick={() => setTarget({ deliveries: chosen })}>
              <RotateCcw aria-hidden className="size-4" />
              Replay {plural(chosen.length, 'delivery', 'deliveries')}
            </Button>
          ) : (
            scope !== null &&
            isFiltered &&
            list.rows.length > 0 && (
              <Button onClick={() => setTarget({ projectId: scope, filters: query })}>
                <RotateCcw aria-hidden className="size-4" />
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
          <ClearFilters filters={filters} names={FILTERS} />
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
          keyOf={({ id }) => id}
          onOpen={({ id, project_id: project }) => void navigate(toDelivery(project, id))}
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
          if (isDone) setSelected(new Set());
        }}
      />
    </Page>
  );
}

/** Switches between the log and the numbers that it lacks. */
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
