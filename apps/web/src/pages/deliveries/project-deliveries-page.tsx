import { DELIVERY_FILTERS } from '@slipway/contracts';
import { Inbox } from 'lucide-react';
import { definePage } from '../../routing/page.js';
import { Deliveries } from './deliveries.js';

export const page = definePage({
  path: '/projects/$projectId/deliveries',
  label: 'Deliveries',
  icon: Inbox,
  place: { group: 'project', order: 9 },
  words: 'webhooks',
  filters: ['view', 'outcome', 'provider', 'event', 'period', 'integration_id', 'id'],
});

export function ProjectDeliveriesPage() {
  const { projectId } = page.useParams();
  return <Deliveries projectId={projectId} filters={page.useFilters(DELIVERY_FILTERS)} />;
}
