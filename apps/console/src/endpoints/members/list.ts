import { listAccountMembers, listPermissions } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

const permissions = listPermissions();

export const endpoint = defineConsoleEndpoint(listAccountMembers, async ({ caller, account, services }) => {
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
