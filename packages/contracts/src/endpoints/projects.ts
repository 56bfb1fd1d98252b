import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { DigitsId, Timestamp } from '../fields.js';

const group: EndpointGroup = { name: 'Projects', description: 'The games of every account the user belongs to.' };

export const Project = Type.Object(
  { id: DigitsId, name: Type.String(), engine: Type.String(), created_at: Timestamp },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectList = Type.Object({ projects: Type.Array(Project) }, { title: 'ProjectList' });
export type ProjectList = Static<typeof ProjectList>;

export const listProjects = describeEndpoint({
  name: 'listProjects',
  group,
  method: 'GET',
  path: '/v1/projects',
  scope: 'read:projects',
  summary: 'List the projects of every account the user belongs to',
  response: ProjectList,
});

export const getProject = describeEndpoint({
  name: 'getProject',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id',
  scope: 'read:projects',
  summary: 'Get a project',
  response: Project,
});
