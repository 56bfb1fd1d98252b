import { defineProblemEdit } from '../../resources/define-problem-edit.js';

export const command = defineProblemEdit({
  summary: 'Resolve a problem',
  examples: ['slipway problem resolve 12', 'slipway problem resolve 12 --note "Fixed in CL 48320."'],
  edit: () => ({ state: 'resolved' }),
  describe: ({ id }) => `Resolved problem ${id}. It opens again if it comes back.`,
});
