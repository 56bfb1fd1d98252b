import { getDelivery, listDeliveries, listDeliveryGaps } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { defineListTool, defineReadTool } from '../define-read-tool.js';

export const getDeliveryTool = defineReadTool(getDelivery, {
  name: 'get_delivery',
  title: 'Get a webhook delivery',
  description:
    'Returns one delivery: why it was rejected, its headers and body (without secrets), the rows it touched and its ' +
    'replays. The body is what an outside tool sent.',
  toolset: 'deliveries',
  present: (delivery) => ({ ...delivery, body: JSON.stringify(delivery.body) ?? '' }),
  summary: ({ id, outcome, attempts, touched }) =>
    `Delivery ${id}: ${outcome} after ${attempts} attempts, ${describeCount(touched.length)} rows touched.`,
});

export const listDeliveriesTool = defineListTool(listDeliveries, {
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the webhooks that a project accepted in the last 30 days with their outcome, newest first. Use it to find out ' +
    'why something sent by a tool is missing: look for the outcomes rejected and dead.',
  toolset: 'deliveries',
});

export const listDeliveryGapsTool = defineListTool(listDeliveryGaps, {
  name: 'list_delivery_gaps',
  title: 'List missing build and changelist numbers',
  description:
    'Lists runs of build or changelist numbers that no webhook mentioned: signs of lost deliveries. A gap in changelists ' +
    'is often harmless; see certainty.',
  toolset: 'deliveries',
});
