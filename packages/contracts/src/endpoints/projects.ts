import { describeEndpoint, typed } from '../endpoint.js';
import { Project, ProjectList } from '../resources/project.js';

export const listProjects = describeEndpoint({
  name: 'listProjects',
  method: 'GET',
  path: '/v1/projects',
  scope: 'read:projects',
  summary: 'List the projects of every account the user belongs to',
  query: {},
  response: typed<ProjectList>(ProjectList),
});

export const getProject = describeEndpoint({
  name: 'getProject',
  method: 'GET',
  path: '/v1/projects/:project_id',
  scope: 'read:projects',
  summary: 'Get a project',
  query: {},
  response: typed<Project>(Project),
});
