import {
  type BodyValues,
  deleteAccountView,
  deleteView,
  listAccountViews,
  listSavedViews,
  saveAccountView,
  saveView,
  updateAccountView,
  updateView,
} from '@slipway/contracts';
import {
  deleteView as deleteSaved,
  updateView as editView,
  saveView as insertView,
  MAX_SAVED_VIEWS,
  type MembershipRecord,
  type ProjectRecord,
  type ViewPlace,
} from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { type ConsoleCaller, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { memberNames } from '../presenters.js';
import { requireName } from '../require-name.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listSavedViews, (input) => viewsOf(input).show());
export const listInAccount = defineConsoleEndpoint(listAccountViews, (input) => viewsOf(input).show());
export const save = defineConsoleEndpoint(saveView, (input) => viewsOf(input).add(input.body));
export const saveInAccount = defineConsoleEndpoint(saveAccountView, (input) => viewsOf(input).add(input.body));
export const update = defineConsoleEndpoint(updateView, (input) => viewsOf(input).edit(input.params, input.body));
export const updateInAccount = defineConsoleEndpoint(updateAccountView, (input) =>
  viewsOf(input).edit(input.params, input.body),
);
export const remove = defineConsoleEndpoint(deleteView, (input) => viewsOf(input).drop(input.params));
export const removeInAccount = defineConsoleEndpoint(deleteAccountView, (input) =>
  viewsOf(input).drop(input.params),
);

interface Request {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord;
  readonly project: ProjectRecord | undefined;
  readonly services: ConsoleServices;
}

type ViewParams = { readonly view_id: string };
type NewView = BodyValues<typeof saveView.body> | BodyValues<typeof saveAccountView.body>;
type Edit = BodyValues<typeof updateView.body>;

/** Reads and changes the saved views of a project's lists, or of the account-wide lists. Each call answers with all. */
function viewsOf({ caller, account, project, services }: Request) {
  const place: ViewPlace = project === undefined ? { accountId: account.id } : { projectId: project.id };
  const { database, reads } = services;
  const { userId } = caller;
  const own = ({ view_id: id }: ViewParams) => ({ id: found(parseRowId(id)), place, userId });

  async function show() {
    const [views, nameOf] = await Promise.all([
      reads.listSavedViews(place, userId),
      memberNames(services, account.id),
    ]);
    return {
      views: views.map(({ userId: savedBy, isShared, ...view }) => ({
        ...view,
        is_shared: isShared,
        is_own: savedBy === userId,
        saved_by: nameOf(savedBy) ?? '',
        can_delete: savedBy === userId || account.role === 'owner',
      })),
    };
  }

  async function add({ list: savedList, name, filters, is_shared: isShared = false }: NewView) {
    const view = { place, userId, list: savedList, name: requireName(name), filters, isShared };
    const refusal = await insertView(database, view);
    if (refusal === 'same_name') throw nameTaken();
    if (refusal === 'too_many') throw new ApiError('invalid_parameter', { message: tooMany(place) });
    return show();
  }

  /** Only the person who saved a view changes it. */
  async function edit(params: ViewParams, { name, filters, is_shared: isShared }: Edit) {
    const refusal = await editView(database, own(params), {
      name: name === undefined ? undefined : requireName(name),
      filters,
      isShared,
    });
    if (refusal === 'not_found') throw new ApiError('not_found');
    if (refusal === 'same_name') throw nameTaken();
    return show();
  }

  /** People delete their own views; owners of the account also delete shared ones. */
  async function drop(params: ViewParams) {
    const isOwner = account.role === 'owner';
    if (!(await deleteSaved(database, own(params), { isOwner }))) throw new ApiError('not_found');
    return show();
  }

  return { show, add, edit, drop };
}

function nameTaken(): ApiError {
  return invalidField('name', 'You already have a view with this name.');
}

function tooMany(place: ViewPlace): string {
  const where = 'projectId' in place ? 'in a project' : 'across all projects';
  return `You can save at most ${MAX_SAVED_VIEWS} views ${where}. Delete one first.`;
}
