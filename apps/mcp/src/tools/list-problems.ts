import { listProblems } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listProblems, {
  name: 'list_problems',
  title: 'List problems',
  description:
    'Lists the causes of failed builds of a project, last seen first, with how often and in which jobs each was seen. Use ' +
    'it to tell a new failure from a known or flaky one. For the builds that one made fail, use get_problem.',
  toolset: 'builds',
});
