import {
  changeMemberRole,
  copyInvitation,
  inviteMember,
  leaveAccount,
  listAccountMembers,
  listPermissions,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from '@slipway/contracts';
import {
  changeRole,
  endMembership,
  endOwnerSessions,
  findMember,
  findMemberName,
  findOpenInvitation,
  inviteToAccount,
  type MemberChange,
  resendInvitation as resend,
  withdrawInvitation as withdraw,
} from '@slipway/db';
import { invitationPath, parseRowId, parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { requireConfirmed } from '../auth/confirmation/routes.js';
import { defineConsoleChange, defineConsoleEndpoint, done } from '../console-endpoint.js';

const permissions = listPermissions();

export const list = defineConsoleEndpoint(listAccountMembers, async ({ caller, account, services }) => {
  const { reads, clock } = services;
  const isOwner = account.role === 'owner';
  const [members, elsewhere, invitations] = await Promise.all([
    reads.listAccountMembers(account.id),
    isOwner ? reads.listMembersElsewhere(account.id, caller.userId) : new Set<number>(),
    isOwner ? reads.listInvitations(account.id) : [],
  ]);
  return {
    members: members.map((member) => ({
      user_id: member.userId,
      name: member.name,
      role: member.role,
      is_you: member.userId === caller.userId,
      joined_at: presentTime(member.joinedAt),
      last_seen_at: member.lastSeenAt === null ? null : presentTime(member.lastSeenAt),
      projects: member.projects,
      connected_accounts: member.connectedAccounts,
      has_second_factor: isOwner ? member.hasSecondFactor : null,
      can_reset_second_factor: isOwner && !elsewhere.has(member.userId),
      is_suspended: member.isSuspended,
    })),
    invitations: invitations.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
      id,
      recipient: presentRecipient(email),
      role,
      invited_by: invitedBy,
      created_at: presentTime(createdAt),
      expires_at: presentTime(expiresAt),
      is_expired: expiresAt.getTime() <= clock.now(),
    })),
    permissions,
  };
});

/** Invitation emails are throttled by address and by network. */
export const invite = defineConsoleEndpoint(inviteMember, async (input) => {
  const { caller, account, body, audit, services } = input;
  const waitSeconds = await services.throttle.mail('invitation', body.email, caller.ipAddress);
  if (waitSeconds !== null) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  await services.database.modelTransaction(async (tx) => {
    const result = await inviteToAccount(tx, {
      accountId: account.id,
      email: body.email,
      role: body.role,
      invitedById: caller.userId,
      now: new Date(services.clock.now()),
    });
    if (result !== 'invited') throw new ApiError(result);
    await audit(tx, { target: presentRecipient(body.email), detail: { role: body.role } });
  });
  return done;
});

export const changeRoleEndpoint = defineConsoleChange(changeMemberRole, async (input) => {
  const { account, caller, params, body, tx, audit, services } = input;
  const member = { accountId: account.id, userId: found(parseRowId(params.user_id)) };
  const { role: before } = found(await findMember(tx, member));
  const change = { role: body.role, changedById: caller.userId, now: new Date(services.clock.now()) };
  const name = found(await findMemberName(tx, member));
  requireChanged(await changeRole(tx, member, change));
  if (before === 'owner' && body.role === 'member') await endOwnerSessions(tx, member.userId);
  await audit({ target: name, detail: { user_id: member.userId, role: body.role } });
});

export const copyInvitationEndpoint = defineConsoleChange(
  copyInvitation,
  async ({ account, params, tx, audit, services }) => {
    const id = found(parseUuid(params.invitation_id));
    const { email } = found(await findOpenInvitation(tx, account.id, id));
    await audit({ target: presentRecipient(email) });
    return { url: services.baseUrl + invitationPath(services.copiedInvitationLinks.tokenOf(id)) };
  },
);

export const resendInvitationEndpoint = defineConsoleEndpoint(resendInvitation, async (input) => {
  const { caller, account, params, audit, services } = input;
  const id = found(parseUuid(params.invitation_id));
  const { email } = found(await findOpenInvitation(services.database, account.id, id));
  const waitSeconds = await services.throttle.mail('invitation', email, caller.ipAddress);
  if (waitSeconds !== null) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  const now = new Date(services.clock.now());
  await services.database.modelTransaction(async (tx) => {
    const isSent = await resend(tx, { accountId: account.id, id, invitedById: caller.userId, now });
    if (!isSent) throw new ApiError('not_found');
    await audit(tx, { target: presentRecipient(email) });
  });
  return done;
});

export const leave = defineConsoleChange(leaveAccount, async ({ caller, account, tx, audit, services }) => {
  if (account.role === 'owner') requireConfirmed(caller, services);
  requireChanged(await endMembership(tx, { accountId: account.id, userId: caller.userId }));
  if (account.role === 'owner') await endOwnerSessions(tx, caller.userId);
  await audit({ target: caller.user.name });
});

export const remove = defineConsoleChange(removeMember, async (input) => {
  const { caller, account, params, tx, audit, services } = input;
  const member = { accountId: account.id, userId: found(parseRowId(params.user_id)) };
  const { role } = found(await findMember(tx, member));
  if (role === 'owner') requireConfirmed(caller, services);
  const name = found(await findMemberName(tx, member));
  requireChanged(await endMembership(tx, member));
  if (role === 'owner') await endOwnerSessions(tx, member.userId);
  await audit({ target: name, detail: { user_id: member.userId } });
});

export const withdrawInvitationEndpoint = defineConsoleChange(
  withdrawInvitation,
  async ({ account, params, tx, audit }) => {
    const email = found(await withdraw(tx, account.id, found(parseUuid(params.invitation_id))));
    await audit({ target: presentRecipient(email) });
  },
);

/** Shortens an address for people other than its owner, who can still recognize it. */
export function presentRecipient(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local].slice(0, 2).join('')}… at ${domain}`;
}

function requireChanged(change: MemberChange): void {
  if (change !== 'changed') throw new ApiError(change);
}
