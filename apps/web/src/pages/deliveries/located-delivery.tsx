import type { locateDelivery, ResponseOf } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useDeliveryPlace } from '../../data/deliveries.js';
import { toDelivery, toIntegration } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';

export function LocatedDelivery({ id }: { readonly id: string }) {
  const query = useDeliveryPlace(id);
  return (
    <Loaded query={query} rows={2}>
      {(found) => (
        <Panel>
          <Place id={id} {...found} />
        </Panel>
      )}
    </Loaded>
  );
}

interface PlaceProps extends ResponseOf<typeof locateDelivery> {
  readonly id: string;
}

function Place({ id, place, project_id: projectId, refusal }: PlaceProps) {
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
  if (projectId !== null && refusal !== null) return <Refused projectId={projectId} refusal={refusal} />;
  return <NotStored />;
}

interface RefusedProps {
  readonly projectId: number;
  readonly refusal: NonNullable<PlaceProps['refusal']>;
}

function Refused({ projectId, refusal }: RefusedProps) {
  return (
    <EmptyState
      title="Slipway refused this request"
      action={
        <Link {...toIntegration(projectId, refusal.integration_id)} className={buttonClass('primary')}>
          Open integration
        </Link>
      }
    >
      <p>
        <Time at={refusal.received_at} />: {refusal.message}{' '}
        <code className="font-mono text-xs">{refusal.error}</code>
      </p>
      <p>Its body was not kept. Correct the request or the integration, and send it again.</p>
    </EmptyState>
  );
}

function NotStored() {
  return (
    <EmptyState title="Nothing is stored under this ID">
      <p>
        Slipway stores nothing from requests without a valid token, and keeps the reason for any other refusal for
        a week. The response to the sender has the reason in <code className="font-mono text-xs">error</code> and{' '}
        <code className="font-mono text-xs">message</code>. Correct the request and send it again.
      </p>
      <p>
        If the sender got <code className="font-mono text-xs">accepted</code>, the delivery has expired, or it
        belongs to another account.
      </p>
    </EmptyState>
  );
}
