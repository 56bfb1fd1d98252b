import { listDeliveryGaps } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listDeliveryGaps, {
  name: 'list_delivery_gaps',
  title: 'List missing build and changelist numbers',
  description:
    'Lists runs of build or changelist numbers that no webhook mentioned: signs of lost deliveries. A gap in changelists ' +
    'is often harmless; see certainty.',
  toolset: 'deliveries',
});
