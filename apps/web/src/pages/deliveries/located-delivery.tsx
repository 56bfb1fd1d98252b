import { Link } from '@tanstack/react-router';
import { useDeliveryPlace } from '../../data/deliveries.js';
import { toDelivery } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { Panel } from '../../ui/page.js';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.js';

/** Where the delivery is whose id a sender was given. */
export function LocatedDelivery({ id }: { readonly id: string }) {
  const { data, error, refetch } = useDeliveryPlace(id);
  if (error && data === undefined) return <ErrorState error={error} retry={() => void refetch()} />;
  return <Panel>{data === undefined ? <SkeletonRows count={2} /> : <Place id={id} {...data} />}</Panel>;
}

interface PlaceProps {
  readonly id: string;
  readonly place: 'log' | 'queue' | 'nowhere';
  readonly project_id: number | null;
}

function Place({ id, place, project_id: projectId }: PlaceProps) {
  if (place === 'log' && projectId !== null)
    return (
      <EmptyState
        title="This delivery is in the log"
        action={
          <Link {...toDelivery(projectId, id)} className={buttonClass('primary')}>
            Open delivery
          </Link>
        }
      >
        <p>It was accepted and processed.</p>
      </EmptyState>
    );
  if (place === 'queue')
    return (
      <EmptyState title="This delivery is waiting">
        <p>It was accepted and is safe. It appears in the log once a worker has applied it.</p>
      </EmptyState>
    );
  return <NotStored />;
}

/** Why a delivery whose id a sender was given may be found nowhere. */
export function NotStored() {
  return (
    <EmptyState title="Nothing is stored under this ID">
      <p>
        Slipway keeps no copy of a request that it refuses. The response to the sender has the reason in{' '}
        <code className="font-mono text-xs">error</code> and <code className="font-mono text-xs">message</code>,
        such as a missing field or a wrong signature. Correct the request and send it again.
      </p>
      <p>
        If the sender got <code className="font-mono text-xs">accepted</code>, the delivery has expired, or it
        belongs to another account.
      </p>
    </EmptyState>
  );
}
