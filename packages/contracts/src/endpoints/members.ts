import { describeEndpoint, typed } from '../endpoint.js';
import { MemberList } from '../resources/member.js';

/** The longest member list; the rest, by user id, is cut. */
export const MEMBER_LIST_CAP = 200;

export const listMembers = describeEndpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/v1/projects/:project_id/members',
  scope: 'read:members',
  summary: 'List project members by user id',
  description: `At most ${MEMBER_LIST_CAP}; \`truncated\` tells whether there are more.`,
  query: {},
  response: typed<MemberList>(MemberList),
});
