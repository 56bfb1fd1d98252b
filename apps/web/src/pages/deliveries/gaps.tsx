import type { NumberGap } from '@slipway/contracts';
import { providerTitle } from '@slipway/providers/setups';
import { useGaps } from '../../data/deliveries.js';
import { useProjects } from '../../data/session.js';
import { toIntegration } from '../../routing/records.js';
import { type Columns, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';

interface GapsProps {
  readonly projectId: number;
  /** True for one of several lists, which shows no explanation if it is empty. */
  readonly isShort?: boolean;
}

export function Gaps({ projectId, isShort = false }: GapsProps) {
  const list = useGaps(projectId);
  const rows = list.rows.map((gap) => ({
    ...gap,
    id: `${gap.integration_id}:${gap.kind}:${gap.series}:${gap.first_missing}`,
  }));
  return (
    <PagedListView
      list={{ ...list, rows }}
      label="Missing numbers"
      columns={COLUMNS}
      pageOf={({ integration_id: id }) => toIntegration(projectId, id)}
      empty={
        isShort ? (
          <p className="px-4 py-3 text-sm text-ink-soft">No missing numbers.</p>
        ) : (
          <EmptyState title="No missing numbers">
            <p>
              Builds of a job and changelists on a server are numbered consecutively. A number that never arrives
              may be a lost delivery and is listed here.
            </p>
          </EmptyState>
        )
      }
    >
      {(gap) => <GapRow gap={gap} />}
    </PagedListView>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_10rem]',
  headings: ['Numbers', 'Series', 'Certainty', newest('Noticed')],
};

function GapRow({ gap }: { readonly gap: NumberGap }) {
  const { kind, first_missing: first, last_missing: last, certainty } = gap;
  const what = kind === 'build_number' ? 'Build' : 'Changelist';
  const range = first === last ? first : `${first} to ${last}`;
  return (
    <>
      <td className="min-w-0">
        <span className="block truncate font-medium">
          {what} <span className="tnum font-mono text-xs">{range}</span>
        </span>
        <span className="block text-xs text-ink-faint">
          {gap.count === 1 ? '1 number' : `${count(gap.count)} numbers`} missing
        </span>
      </td>
      <td className="min-w-0 truncate text-xs text-ink-soft max-md:order-3 max-md:col-span-2 md:text-sm">
        {[gap.series, providerTitle(gap.provider)].filter(Boolean).join(' · ')}
      </td>
      <td className="justify-self-end md:justify-self-start">
        <StatusPill
          state={certainty === 'likely' ? 'warn' : 'neutral'}
          label={certainty === 'likely' ? 'Likely lost' : 'Possibly lost'}
        />
      </td>
      <td className="text-xs text-ink-faint max-md:order-4 max-md:col-span-2 md:text-right">
        <span className="md:hidden">noticed </span>
        <Time at={gap.after_at} />
      </td>
    </>
  );
}

export function AccountGaps() {
  const projects = useProjects().filter(({ state }) => state === 'active');
  return (
    <div className="flex flex-col gap-6">
      {projects.map(({ id, name }) => (
        <section key={id} aria-label={name}>
          <h2 className="px-4 pb-2 text-sm font-semibold md:px-0">{name}</h2>
          <Gaps projectId={id} isShort />
        </section>
      ))}
    </div>
  );
}
