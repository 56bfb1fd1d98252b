import Type, { type Static } from 'typebox';

export const Member = Type.Object(
  {
    user_id: Type.Integer(),
    role: Type.String(),
    connected_accounts: Type.Array(
      Type.Object({ id: Type.Integer(), provider: Type.String(), uid: Type.Optional(Type.String()) }),
      { description: 'A uid that looks like an e-mail address is omitted.' },
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
