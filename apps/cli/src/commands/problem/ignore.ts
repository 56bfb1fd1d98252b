import { defineProblemEdit } from '../../resources/define-problem-edit.js';

export const command = defineProblemEdit({
  summary: 'Ignore a problem, so that nobody is notified of it',
  examples: ['slipway problem ignore 12 --note "The old console is being retired."'],
  edit: () => ({ state: 'ignored' }),
  describe: ({ id }) => `Problem ${id} is ignored. \`slipway problem reopen ${id}\` undoes this.`,
});
