import { randomUUID } from 'node:crypto';
import { ReplayBatch, replayDeliveries } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { deliveryFilters, times } from '../delivery-fields.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

const MAX_AT_ONCE = 200;

export const tool = defineTool({
  name: 'replay_deliveries',
  title: 'Replay deliveries',
  description:
    'Processes the matching stored webhooks again, oldest first. Needs at least one filter. Nothing is duplicated. Call ' +
    'preview_replays with the same filters first, and this one only after the user agrees.',
  toolset: 'deliveries',
  endpoints: [replayDeliveries],
  isIdempotent: true,
  input: argumentsOf({
    project,
    ...deliveryFilters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_AT_ONCE, description: 'How many deliveries.' })),
  }),
  output: ReplayBatch,
  async run({ project: reference, since, until, ...filters }, context) {
    const params = await findProject(reference, context);
    const body = { limit: MAX_AT_ONCE, ...filters, ...times({ since, until }) };
    const request = { params, body, idempotencyKey: randomUUID(), signal: context.signal };
    const data = await context.client.call(replayDeliveries, request);
    return { summary: `${data.replays.length} replays were accepted, ${data.skipped} deliveries skipped.`, data };
  },
});
