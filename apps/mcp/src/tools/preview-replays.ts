import { MAX_DRY_RUNS, ReplayBatch, replayDeliveries } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { deliveryFilters, times } from '../delivery-fields.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
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
