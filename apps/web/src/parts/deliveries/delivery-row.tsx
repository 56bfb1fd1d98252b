import type { ConsoleDelivery } from '@slipway/contracts';
import { providerTitle } from '@slipway/providers/setups';
import { CornerDownRight } from 'lucide-react';
import { useProject } from '../../data/session.js';
import { toRow } from '../../routing/records.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest, right } from '../../ui/list.js';
import { StatusPill } from '../../ui/status.js';
import { TimeCell } from '../../ui/time.js';
import { latency } from '../../words/format.js';
import { touchedWords } from './delivery-words.js';

interface DeliveryRowProps {
  readonly delivery: ConsoleDelivery;
  readonly withProject?: boolean;
}

const HEADINGS: Columns['headings'] = ['Outcome', 'Event', 'Effect', right('Latency'), newest('Received')];

export const DELIVERY_COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1.4fr)_5rem_5.5rem] md:gap-x-4',
  headings: HEADINGS,
};

export const SELECTABLE_DELIVERY_COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 md:grid-cols-[1rem_7rem_minmax(0,1.2fr)_minmax(0,1.4fr)_5rem_5.5rem] md:gap-x-4',
  headings: [hidden('Select'), ...HEADINGS],
};

export function DeliveryRow({ delivery, withProject = false }: DeliveryRowProps) {
  const project = useProject(delivery.project_id);
  const { outcome, event, provider, timings, received_at: receivedAt } = delivery;
  const source = `${providerTitle(provider)}${withProject && project ? ` · ${project.name}` : ''}`;
  return (
    <>
      <td>
        <StatusPill state={outcome} />
      </td>
      <td className="min-w-0">
        <span className="block truncate font-mono text-xs text-ink" title={event}>
          {delivery.replay_of && (
            <CornerDownRight aria-label="Replay" className="mr-1 inline size-3.5 text-ink-faint" />
          )}
          {event}
        </span>
        <span className="hidden truncate text-xs text-ink-faint md:block">{source}</span>
      </td>
      <td className="min-w-0 truncate text-xs text-ink-soft max-md:order-last max-md:col-span-full">
        <Effect delivery={delivery} />
        <span className="text-ink-faint md:hidden"> · {source}</span>
      </td>
      <td className="tnum text-right text-xs text-ink-faint max-md:hidden">
        {delivery.replay_of ? '' : latency(timings.total_ms)}
      </td>
      <TimeCell at={receivedAt} />
    </>
  );
}

function Effect({ delivery }: { readonly delivery: ConsoleDelivery }) {
  const { reason } = delivery;
  if (delivery.resolved) return <span title={reason ?? ''}>Applied by a later replay</span>;
  if (reason === null) return <Changed delivery={delivery} />;
  if (delivery.outcome !== 'applied') return <span title={reason}>{reason}</span>;
  return (
    <span title={reason}>
      <Changed delivery={delivery} />. {reason}
    </span>
  );
}

function Changed({ delivery }: { readonly delivery: ConsoleDelivery }) {
  const { touched, touched_count: total, project_id: projectId } = delivery;
  const words = touchedWords(touched, total);
  const [only] = touched;
  const link = total === 1 && only ? toRow(projectId, only.kind, only.id) : null;
  if (link === null) return words || 'No change';
  return (
    <RecordLink to={link} className="text-accent-text">
      {words}
    </RecordLink>
  );
}
