import { randomUUID } from 'node:crypto';
import {
  listDeliveries,
  MAX_DRY_RUNS,
  Replay,
  ReplayBatch,
  readTimestamp,
  replayDeliveries,
  replayDelivery,
} from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import Type from 'typebox';
import { queryArguments } from '../contract-arguments.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

const { limit: _, ...filters } = queryArguments(listDeliveries);
/** The filters of the delivery log, which also select what to replay, and the cursor. */
const deliveryFilters = filters;

/** The times of a selection in the client's format. */
function times(selected: { since: string | undefined; until: string | undefined }): {
  since?: Date;
  until?: Date;
} {
  return Object.fromEntries(
    Object.entries(selected).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, readTime(name, value)]],
    ),
  );
}

function readTime(name: string, value: string): Date {
  const time = readTimestamp(value);
  if (time === null) throw new ToolProblem(`${name} must be an ISO 8601 time or date.`);
  return time;
}

export const previewReplayTool = defineTool({
  name: 'preview_replay',
  title: 'Preview a delivery replay',
  description:
    'Shows what processing a delivery again would change, and changes nothing. Call it before replay_delivery and show ' +
    'the plan to the user.',
  toolset: 'deliveries',
  endpoints: [replayDelivery],
  isReadOnly: true,
  input: argumentsOf({ project, delivery_id: uuid('The id of the delivery.') }),
  output: Replay,
  async run({ project: reference, delivery_id }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, delivery_id }, body: { dry_run: true }, signal: context.signal };
    const data = await context.client.call(replayDelivery, request);
    return { summary: `A replay would change ${data.plan?.changes.length ?? 0} rows. Nothing was changed.`, data };
  },
});

export const previewReplaysTool = defineTool({
  name: 'preview_replays',
  title: 'Preview delivery replays',
  description:
    'Shows what processing the matching deliveries again would change, and changes nothing. Needs at least one filter. ' +
    'Call it before replay_deliveries and show the plan to the user.',
  toolset: 'deliveries',
  endpoints: [replayDeliveries],
  isReadOnly: true,
  input: argumentsOf({
    project,
    ...deliveryFilters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DRY_RUNS, description: 'How many deliveries.' })),
  }),
  output: ReplayBatch,
  async run({ project: reference, since, until, ...filters }, context) {
    const params = await findProject(reference, context);
    const body = { ...filters, ...times({ since, until }), dry_run: true };
    const data = await context.client.call(replayDeliveries, { params, body, signal: context.signal });
    const changes = data.plan?.changes.length ?? 0;
    return {
      summary: `A replay of ${data.replays.length} deliveries would change ${describeCount(changes)} rows. Nothing was changed.`,
      data,
    };
  },
});

const MAX_AT_ONCE = 200;

export const replayDeliveriesTool = defineTool({
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

export const replayDeliveryTool = defineTool({
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
