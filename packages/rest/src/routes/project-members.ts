import { listMembers, MEMBER_LIST_CAP, type Member } from '@slipway/contracts';
import type { MemberRecord } from '@slipway/db';
import { looksLikeEmail } from '@slipway/domain';
import { limitedPage } from '../page.js';
import { defineEndpoint } from '../services.js';

export const list = defineEndpoint(listMembers, async ({ project, services }) => {
  const page = limitedPage(MEMBER_LIST_CAP);
  const [members, assigneeHandles] = await Promise.all([
    services.reads.listMembers(project, page.count),
    services.reads.listAssigneeHandles(project.id),
  ]);
  const { rows, pagination } = page.end(members);
  return { members: rows.map(presentMember), assignee_handles: assigneeHandles, truncated: pagination.has_more };
});

function presentMember({ userId, role, connectedAccounts }: MemberRecord): Member {
  const accounts = connectedAccounts.map(({ id, provider, uid }) =>
    looksLikeEmail(uid) ? { id, provider } : { id, provider, uid },
  );
  return { user_id: userId, role, connected_accounts: accounts };
}
