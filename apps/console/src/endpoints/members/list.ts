import { listAccountMembers, listPermissions } from '@slipway/contracts';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

const permissions = listPermissions();

export const endpoint = defineConsoleEndpoint(listAccountMembers, async ({ caller, account, services }) => {
  const { reads, clock } = services;
  const [members, invitations] = await Promise.all([
    reads.listAccountMembers(account.id),
    account.role === 'owner' ? reads.listInvitations(account.id) : [],
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
      has_second_factor: account.role === 'owner' ? member.hasSecondFactor : null,
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
