import { useDeliveries } from '../../data/deliveries.js';
import { DELIVERY_COLUMNS, DeliveryRow } from '../../parts/deliveries/delivery-row.js';
import { toDelivery } from '../../routing/records.js';
import { List } from '../../ui/list.js';
import { Panel, SkeletonRows } from '../../ui/panel.js';

const SHOWN = 5;

interface RecentDeliveriesProps {
  readonly projectId: number;
  readonly integrationId: number;
}

export function RecentDeliveries({ projectId, integrationId }: RecentDeliveriesProps) {
  const { rows, isLoading } = useDeliveries(projectId, { integration_id: integrationId });
  return (
    <Panel title="Recent deliveries">
      {isLoading ? (
        <SkeletonRows count={SHOWN} />
      ) : (
        <List
          items={rows.slice(0, SHOWN)}
          label="Recent deliveries"
          columns={DELIVERY_COLUMNS}
          pageOf={({ id }) => toDelivery(projectId, id)}
        >
          {(delivery) => <DeliveryRow delivery={delivery} />}
        </List>
      )}
    </Panel>
  );
}
