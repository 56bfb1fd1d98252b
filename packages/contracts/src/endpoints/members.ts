import { describeEndpoint } from '../endpoint.js';
import { MemberList } from '../resources/member.js';

export const listMembers = describeEndpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/v1/projects/:project_id/members',
  scope: 'read:members',
  summary: 'List project members by user id',
  query: {},
  response: MemberList,
});
