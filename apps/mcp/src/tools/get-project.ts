import { getProject } from '@slipway/contracts';
import { pageAt } from '@slipway/domain';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getProject, {
  name: 'get_project',
  title: 'Get a project',
  description: 'Returns one project: id, name, engine and when it was created. Use it to turn a name into an id.',
  toolset: 'projects',
  summary: ({ id }) => `Project ${id}.`,
  next: ({ id }, { webUrl }) => [`Web page: ${webUrl}${pageAt('/projects/$projectId', { projectId: id })}`],
});
