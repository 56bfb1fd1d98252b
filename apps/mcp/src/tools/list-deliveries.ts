import { listDeliveries } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listDeliveries, {
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the webhooks that a project accepted in the last 30 days with their outcome, newest first. Use it to find out ' +
    'why something sent by a tool is missing: look for the outcomes rejected and dead.',
  toolset: 'deliveries',
});
