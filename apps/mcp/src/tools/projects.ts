import { getMetrics, getProject, listMembers, listProjects } from '@slipway/contracts';
import { pageAt } from '@slipway/domain';
import { defineReadTool } from '../define-read-tool.js';

export const getProjectTool = defineReadTool(getProject, {
  name: 'get_project',
  title: 'Get a project',
  description: 'Returns one project: id, name, engine and when it was created. Use it to turn a name into an id.',
  toolset: 'projects',
  summary: ({ id }) => `Project ${id}.`,
  next: ({ id }, { webUrl }) => [`Web page: ${webUrl}${pageAt('/projects/$projectId', { projectId: id })}`],
});

export const listProjectsTool = defineReadTool(listProjects, {
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the projects of every account the user belongs to, with id, name and engine. Use it when the user names no ' +
    'project, or a name that is not found. Not needed when you know the name or id: every tool takes either.',
  toolset: 'projects',
  summary: ({ projects }) => `${projects.length} projects.`,
});

export const listMembersTool = defineReadTool(listMembers, {
  name: 'list_members',
  title: 'List project members',
  description:
    'Lists the members of a project by user id and role, with their accounts in other tools, and the agent handles in ' +
    'use. Use it to find who to assign a task to. Names and addresses are not available.',
  toolset: 'members',
  summary: ({ members, truncated }) => `${members.length} members${truncated ? '; there are more' : ''}.`,
});

export const getMetricsTool = defineReadTool(getMetrics, {
  name: 'get_metrics',
  title: 'Get delivery metrics',
  description:
    'Returns the delivery metrics of a project over some days: builds and their success rate and durations, deployments, ' +
    'lead time, change failure rate, time to restore. A null value means that there was nothing to measure.',
  toolset: 'metrics',
  summary: ({ days, builds: { passed, failed } }) =>
    `Over ${days} days, ${passed} builds passed and ${failed} failed.`,
});
