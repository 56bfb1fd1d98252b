import type { SavedList } from '@slipway/contracts';
import {
  deleteView,
  MAX_SAVED_VIEWS,
  type MembershipRecord,
  saveView,
  updateView,
  type ViewEdit,
  type ViewFilters,
  type ViewPlace,
} from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import type { ConsoleCaller } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireName } from '../../require-name.js';
import type { ConsoleServices } from '../../services.js';

interface Request {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord;
  readonly services: ConsoleServices;
}

interface NewView {
  readonly list: SavedList;
  readonly name: string;
  readonly filters: ViewFilters;
  readonly is_shared: boolean | undefined;
}

interface Edit {
  readonly name: string | undefined;
  readonly filters: ViewFilters | undefined;
  readonly is_shared: boolean | undefined;
}

/** Reads and changes the saved views of a project's lists, or of the account-wide lists. Each call answers with all. */
export function viewsIn(place: ViewPlace, { caller, account, services }: Request) {
  const { database, reads } = services;
  const { userId } = caller;
  const own = (viewId: string) => ({ id: found(parseRowId(viewId)), place, userId });

  async function show() {
    const [views, members] = await Promise.all([
      reads.listSavedViews(place, userId),
      reads.listMemberNames(account.id),
    ]);
    return {
      views: views.map(({ id, userId: savedBy, list, name, filters, isShared }) => ({
        id,
        list,
        name,
        filters,
        is_shared: isShared,
        is_own: savedBy === userId,
        saved_by: members.find((member) => member.id === savedBy)?.name ?? '',
        can_delete: savedBy === userId || account.role === 'owner',
      })),
    };
  }

  async function save({ list, name, filters, is_shared: isShared = false }: NewView) {
    const view = { place, userId, list, name: requireName(name), filters, isShared };
    const refusal = await saveView(database, view);
    if (refusal === 'same_name') throw nameTaken();
    if (refusal === 'too_many') throw new ApiError('invalid_parameter', { message: tooMany(place) });
    return show();
  }

  /** Only the person who saved a view changes it. */
  async function update(viewId: string, { name, filters, is_shared: isShared }: Edit) {
    const edit: ViewEdit = { name: name === undefined ? undefined : requireName(name), filters, isShared };
    const refusal = await updateView(database, own(viewId), edit);
    if (refusal === 'not_found') throw new ApiError('not_found');
    if (refusal === 'same_name') throw nameTaken();
    return show();
  }

  /** People delete their own views; owners of the account also delete shared ones. */
  async function remove(viewId: string) {
    const isOwner = account.role === 'owner';
    if (!(await deleteView(database, own(viewId), { isOwner }))) throw new ApiError('not_found');
    return show();
  }

  return { show, save, update, remove };
}

function nameTaken(): ApiError {
  return invalidField('name', 'You already have a view with this name.');
}

function tooMany(place: ViewPlace): string {
  const where = 'projectId' in place ? 'in a project' : 'across all projects';
  return `You can save at most ${MAX_SAVED_VIEWS} views ${where}. Delete one first.`;
}
