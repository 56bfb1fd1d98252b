import { DELIVERY_FILTERS } from '@slipway/contracts';
import { Inbox } from 'lucide-react';
import { definePage } from '../../routing/page.js';
import { Deliveries } from './deliveries.js';

export const page = definePage({
  path: '/deliveries',
  label: 'Deliveries',
  icon: Inbox,
  place: { group: 'workspace', order: 4, keys: 'g d' },
  words: 'webhooks',
  filters: ['view', 'outcome', 'provider', 'event', 'period', 'project_id', 'integration_id', 'id'],
});

export function DeliveriesPage() {
  return <Deliveries projectId={null} filters={page.useFilters(DELIVERY_FILTERS)} />;
}
