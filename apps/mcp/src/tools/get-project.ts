import { getProject, Project } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_project',
  title: 'Get a project',
  description: 'Returns one project: id, name, engine and when it was created. Use it to turn a name into an id.',
  toolset: 'projects',
  endpoints: [getProject],
  input: argumentsOf({ project }),
  output: Project,
  async run(input, context) {
    const params = await findProject(input.project, context);
    const data = await context.client.call(getProject, { params, signal: context.signal });
    return { summary: `Project ${data.id}.`, data, next: [`Web page: ${context.webUrl}/projects/${data.id}`] };
  },
});
