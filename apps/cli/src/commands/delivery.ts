import { getDelivery, listDeliveries, listDeliveryGaps } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';

export const gaps = defineList(listDeliveryGaps, {
  summary: 'List build and changelist numbers that no webhook mentioned',
  examples: ['slipway delivery gaps --kind build_number --days 7'],
  columns: [
    column('KIND', ({ kind }) => kind),
    textColumn('SERIES', ({ series }) => series),
    column('FROM', ({ first_missing }) => first_missing),
    column('TO', ({ last_missing }) => last_missing),
    column('COUNT', ({ count }) => count),
    column('CERTAINTY', ({ certainty }) => certainty),
    timeColumn('AFTER', ({ before_at }) => before_at),
  ],
});

export const list = defineList(listDeliveries, {
  summary: 'List webhooks and their outcomes, newest first',
  examples: [
    'slipway delivery list --outcome rejected,dead',
    'slipway delivery list --provider github --event push --since 2026-11-14',
  ],
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('OUTCOME', ({ outcome }) => outcome),
    column('PROVIDER', ({ provider }) => provider),
    textColumn('EVENT', ({ event }) => event),
    textColumn('REASON', ({ reason }) => reason),
    timeColumn('RECEIVED', ({ received_at }) => received_at),
  ],
});

export const view = defineView(getDelivery, {
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
