import { getProblem } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getProblem, {
  name: 'get_problem',
  title: 'Get a problem',
  description:
    'Returns one cause of failed builds: its state, its history, the builds it made fail, the change suspected of it ' +
    'and the change that fixed it before. Find its id with list_problems.',
  toolset: 'builds',
  summary: ({ id, state, seen_count, regressions }) =>
    `Problem ${id} is ${state}, seen in ${seen_count} builds${regressions === 0 ? '' : `, came back ${regressions} times`}.`,
});
