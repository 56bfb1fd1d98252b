import { listProjects } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(listProjects, {
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the projects of every account the user belongs to, with id, name and engine. Use it when the user names no ' +
    'project, or a name that is not found. Not needed when you know the name or id: every tool takes either.',
  toolset: 'projects',
  summary: ({ projects }) => `${projects.length} projects.`,
});
