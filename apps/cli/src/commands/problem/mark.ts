import { PROBLEM_MARKS, type ProblemMark } from '@slipway/contracts';
import { defineProblemEdit } from '../../resources/define-problem-edit.js';

export const command = defineProblemEdit({
  summary: 'Mark a problem as known, flaky or a fault of the infrastructure',
  examples: ['slipway problem mark 12 flaky', 'slipway problem mark 12 none'],
  arguments: { mark: { description: 'what kind of failure it is', choices: [...PROBLEM_MARKS, 'none'] } },
  edit: ({ mark }) => ({ mark: mark === 'none' ? null : (mark as ProblemMark) }),
  describe: ({ id, mark }) => (mark === null ? `Problem ${id} has no mark.` : `Marked problem ${id} as ${mark}.`),
});
