import { randomUUID } from 'node:crypto';
import { Replay, replayDelivery } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'replay_delivery',
  title: 'Replay a delivery',
  description:
    'Processes a stored webhook again, such as one that was rejected before a fix. Nothing is duplicated. Call ' +
    'preview_replay first, and this one only after the user agrees.',
  toolset: 'deliveries',
  endpoints: [replayDelivery],
  isIdempotent: true,
  input: argumentsOf({ project, delivery_id: uuid('The id of the delivery.') }),
  output: Replay,
  async run({ project: reference, delivery_id }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, delivery_id }, body: {}, idempotencyKey: randomUUID() };
    const data = await context.client.call(replayDelivery, { ...request, signal: context.signal });
    return {
      summary: `The replay ${data.delivery_id ?? ''} was accepted.`,
      data,
      next: ['Call get_delivery with its id after a few seconds to see the outcome.'],
    };
  },
});
