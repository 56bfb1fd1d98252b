import { setupOf } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { useIsOwner } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { buttonClass } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { WEBHOOK_TOKEN } from '../../ui/placeholders.js';
import { EmptyState } from '../../ui/states.js';
import { plural } from '../../words/format.js';

interface EmptyDeliveriesProps {
  readonly projectId: number | null;
  readonly isFiltered: boolean;
}

/** Shown before anything has arrived: what will appear here, and a request that creates it. */
export function EmptyDeliveries({ projectId, isFiltered }: EmptyDeliveriesProps) {
  const { base_url: baseUrl, delivery_retention_days: days } = useSession();
  const isOwner = useIsOwner(projectId ?? 0);
  if (isFiltered)
    return (
      <EmptyState title="No delivery matches">
        <p>Deliveries are kept for {plural(days, 'day')}. Remove a filter to see more.</p>
      </EmptyState>
    );
  return (
    <EmptyState
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
      <CodeBlock
        label="Report a build"
        text={setupOf('jenkins')?.sample({ baseUrl, token: WEBHOOK_TOKEN, secret: null }) ?? ''}
      />
    </EmptyState>
  );
}
