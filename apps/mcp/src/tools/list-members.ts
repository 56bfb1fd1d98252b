import { listMembers, MemberList } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_members',
  title: 'List project members',
  description:
    'Lists the members of a project by user id and role, with their accounts in other tools, and the agent handles in ' +
    'use. Use it to find who to assign a task to. Names and addresses are not available.',
  toolset: 'members',
  endpoints: [listMembers],
  input: argumentsOf({ project }),
  output: MemberList,
  async run(input, context) {
    const params = await findProject(input.project, context);
    const data = await context.client.call(listMembers, { params, signal: context.signal });
    return { summary: `${data.members.length} members${data.truncated ? '; there are more' : ''}.`, data };
  },
});
