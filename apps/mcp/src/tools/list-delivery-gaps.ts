import { GAP_KINDS, listDeliveryGaps, NumberGapPage } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, oneOf, paging, project, rowId } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_delivery_gaps',
  title: 'List missing build and changelist numbers',
  description:
    'Lists runs of build or changelist numbers that no webhook mentioned: signs of lost deliveries. A gap in changelists ' +
    'is often harmless; see certainty.',
  toolset: 'deliveries',
  endpoints: [listDeliveryGaps],
  input: argumentsOf({
    project,
    kind: Type.Optional(oneOf(GAP_KINDS, 'Only gaps of this kind.')),
    integration_id: Type.Optional(rowId('Only gaps of the integration with this id.')),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'How many days to look back; 30 unless set.' }),
    ),
    ...paging,
  }),
  output: NumberGapPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listDeliveryGaps, { params, query, signal: context.signal });
    return { summary: `${data.gaps.length} gaps, newest first.`, data };
  },
});
