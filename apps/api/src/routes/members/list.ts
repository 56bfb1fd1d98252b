import { listMembers, MEMBER_LIST_CAP } from '@slipway/contracts';
import { presentMember } from '../../present/member.js';
import { cutPage } from '../../present/page.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listMembers, async ({ project, services }) => {
  const [members, assigneeHandles] = await Promise.all([
    services.reads.listMembers(project.id, MEMBER_LIST_CAP + 1),
    services.reads.listAssigneeHandles(project.id),
  ]);
  const { rows, hasMore } = cutPage(members, MEMBER_LIST_CAP);
  return { members: rows.map(presentMember), assignee_handles: assigneeHandles, truncated: hasMore };
});
