import type { MembershipRecord, ProjectRecord } from '@slipway/db';
import type { ConsoleCaller } from '../../console-endpoint.js';
import type { ConsoleServices } from '../../services.js';

interface Reader {
  readonly caller: ConsoleCaller;
  readonly project: ProjectRecord;
  readonly account: MembershipRecord;
}

/** Reads and presents the saved views that a person sees in a project. */
export async function showViews({ reads }: ConsoleServices, { caller, project, account }: Reader) {
  const [views, members] = await Promise.all([
    reads.listSavedViews(project.id, caller.userId),
    reads.listMemberNames(account.id),
  ]);
  return {
    views: views.map(({ id, userId, list, name, filters, isShared }) => ({
      id,
      list,
      name,
      filters,
      is_shared: isShared,
      is_own: userId === caller.userId,
      saved_by: members.find((member) => member.id === userId)?.name ?? '',
      can_delete: userId === caller.userId || account.role === 'owner',
    })),
  };
}
