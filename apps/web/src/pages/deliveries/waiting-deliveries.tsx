import { providerTitle } from '@slipway/providers/setups';
import { useWaitingDeliveries } from '../../data/deliveries.js';
import { useSession } from '../../data/session.js';
import { Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';
import { count } from '../../words/format.js';

/** A younger delivery is being applied right now. */
const MIN_AGE_MS = 5_000;

/** Deliveries that wait because no worker runs, or because workers are behind. Nothing is shown while they keep up. */
export function WaitingDeliveries({ projectId }: { readonly projectId: number | null }) {
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
