import { Replay, replayDelivery } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
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
