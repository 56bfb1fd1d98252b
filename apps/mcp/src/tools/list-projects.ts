import { listProjects, ProjectList } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf } from '../fields.js';

export const tool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the projects of every account the user belongs to, with id, name and engine. Use it when the user names no ' +
    'project, or a name that is not found. Not needed when you know the name or id: every tool takes either.',
  toolset: 'projects',
  endpoints: [listProjects],
  input: argumentsOf({}),
  output: ProjectList,
  async run(_input, { client, signal }) {
    const data = await client.call(listProjects, { signal });
    return { summary: `${data.projects.length} projects.`, data };
  },
});
