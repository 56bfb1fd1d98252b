import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';

const group: EndpointGroup = { name: 'Members', description: 'The people who work on a project.' };

/** The most members in one response. */
export const MEMBER_LIST_CAP = 200;

export const Member = Type.Object(
  {
    user_id: Type.Integer(),
    role: Type.String(),
    connected_accounts: Type.Array(
      Type.Object({ id: Type.Integer(), provider: Type.String(), uid: Type.Optional(Type.String()) }),
      { description: 'A uid that looks like an email address is omitted.' },
    ),
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  {
    members: Type.Array(Member),
    assignee_handles: Type.Array(Type.String()),
    truncated: Type.Boolean(),
  },
  { title: 'MemberList' },
);
export type MemberList = Static<typeof MemberList>;

export const listMembers = describeEndpoint({
  name: 'listMembers',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/members',
  scope: 'read:members',
  summary: 'List project members by user id',
  description: `Returns at most ${MEMBER_LIST_CAP} members; \`truncated\` is true when there are more.`,
  response: MemberList,
});
