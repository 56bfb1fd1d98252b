import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, emailField } from '../body-fields.js';
import { describeConsole, ROLES } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';

/** A person in an account, as the others there see them. */
export const AccountMember = Type.Object({
  user_id: Type.Integer(),
  name: Type.String(),
  role: anyOf(ROLES),
  is_you: Type.Boolean(),
  joined_at: Timestamp,
  last_seen_at: MaybeTimestamp,
  projects: Type.Integer(),
  connected_accounts: Type.Integer(),
  /** Null for members, who may not know. */
  has_second_factor: orNull(Type.Boolean()),
  /** Whether the reader owns all accounts of this person, and may therefore reset their second factor. */
  can_reset_second_factor: Type.Boolean(),
  /** Whether they cannot use the account, because it requires single sign-on of another domain. */
  is_suspended: Type.Boolean(),
});
export type AccountMember = Static<typeof AccountMember>;

/** An invitation that has not been accepted yet. The email address is shortened, because it is private. */
export const OpenInvitation = Type.Object({
  id: Uuid,
  recipient: Type.String(),
  role: anyOf(ROLES),
  invited_by: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  is_expired: Type.Boolean(),
});
export type OpenInvitation = Static<typeof OpenInvitation>;

/** An action, and who may perform it. */
export const Permission = Type.Object({
  area: Type.String(),
  action: Type.String(),
  owner: Type.Boolean(),
  member: Type.Boolean(),
});
export type Permission = Static<typeof Permission>;

export const listAccountMembers = describeConsole({
  name: 'listAccountMembers',
  method: 'GET',
  path: '/accounts/:account_id/members',
  response: Type.Object({
    members: Type.Array(AccountMember),
    /** Empty for members, who cannot invite. */
    invitations: Type.Array(OpenInvitation),
    permissions: Type.Array(Permission),
  }),
});

export const inviteMember = describeConsole({
  name: 'inviteMember',
  method: 'POST',
  path: '/accounts/:account_id/invitations',
  role: 'owner',
  confirmed: true,
  writes: true,
  audit: 'member.invite',
  body: describeBody(
    null,
    { email: required(emailField()), role: required(choiceField(ROLES)) },
    { email: 'someone@studio.example', role: 'member' },
  ),
  errors: ['already_member', 'address_not_allowed', 'rate_limited'],
});

export const resendInvitation = describeConsole({
  name: 'resendInvitation',
  method: 'POST',
  path: '/accounts/:account_id/invitations/:invitation_id/resend',
  role: 'owner',
  confirmed: true,
  writes: true,
  audit: 'member.resend_invitation',
  errors: ['rate_limited'],
});

/** The link of an invitation, for an owner who passes it on in their own way. */
export const copyInvitation = describeConsole({
  name: 'copyInvitation',
  method: 'POST',
  path: '/accounts/:account_id/invitations/:invitation_id/link',
  role: 'owner',
  confirmed: true,
  writes: true,
  audit: 'member.copy_invitation',
  response: Type.Object({ url: Type.String() }),
  containsSecret: true,
});

export const withdrawInvitation = describeConsole({
  name: 'withdrawInvitation',
  method: 'DELETE',
  path: '/accounts/:account_id/invitations/:invitation_id',
  role: 'owner',
  audit: 'member.withdraw_invitation',
});

export const changeMemberRole = describeConsole({
  name: 'changeMemberRole',
  method: 'PATCH',
  path: '/accounts/:account_id/members/:user_id',
  role: 'owner',
  confirmed: true,
  audit: 'member.change_role',
  body: describeBody(null, { role: required(choiceField(ROLES)) }, { role: 'owner' }),
  errors: ['last_owner'],
});

export const removeMember = describeConsole({
  name: 'removeMember',
  method: 'DELETE',
  path: '/accounts/:account_id/members/:user_id',
  role: 'owner',
  audit: 'member.remove',
  errors: ['last_owner'],
});

export const leaveAccount = describeConsole({
  name: 'leaveAccount',
  method: 'POST',
  path: '/accounts/:account_id/leave',
  audit: 'member.leave',
  errors: ['last_owner'],
});
