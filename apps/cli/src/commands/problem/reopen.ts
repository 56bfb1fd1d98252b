import { defineProblemEdit } from '../../resources/define-problem-edit.js';

export const command = defineProblemEdit({
  summary: 'Reopen a resolved or ignored problem',
  examples: ['slipway problem reopen 12'],
  edit: () => ({ state: 'open' }),
  describe: ({ id }) => `Reopened problem ${id}.`,
});
