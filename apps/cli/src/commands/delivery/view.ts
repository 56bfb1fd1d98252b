import { getDelivery } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';

export const command = defineView(getDelivery, {
  summary: 'Show a webhook with its request and the rows it touched',
  examples: [
    'slipway delivery view 0197a3c1-0a4f-7d21-8e7b-5c2f9b6a1d30',
    'slipway delivery view 0197a3c1-0a4f-7d21-8e7b-5c2f9b6a1d30 --json body --jq .body',
  ],
  page: '/projects/$projectId/deliveries/$deliveryId',
  view: (delivery) => ({
    title: `${delivery.provider} ${delivery.event}`,
    details: [
      { label: 'id', value: delivery.id },
      { label: 'outcome', value: delivery.outcome, as: 'status' },
      { label: 'reason', value: delivery.reason },
      { label: 'path', value: delivery.path },
      { label: 'integration', value: delivery.integration_id },
      { label: 'attempts', value: delivery.attempts },
      { label: 'replay of', value: delivery.replay_of },
      { label: 'received', value: delivery.received_at, as: 'time' },
      { label: 'took', value: `${delivery.timings.total_ms} ms` },
    ],
    sections: [
      { heading: 'Headers', lines: Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`) },
      { heading: 'Body', lines: delivery.body_available ? [JSON.stringify(delivery.body, null, 2)] : [] },
      {
        heading: 'Touched rows',
        lines: delivery.touched.map(({ kind, id, path }) => [kind, id, path ?? ''].join('  ').trimEnd()),
      },
      { heading: 'Replays', lines: delivery.replays.map(({ id, outcome }) => `${id}  ${outcome}`) },
    ],
  }),
});
