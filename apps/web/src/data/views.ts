import type { SavedAccountList, SavedProjectList, SavedView } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import {
  deleteAccountView,
  deleteView,
  listAccountViews,
  listSavedViews,
  saveAccountView,
  saveView,
  updateAccountView,
  updateView,
} from './api.js';
import { call, read, useChange } from './call.js';
import { useAccount } from './session.js';

export type ViewPlace =
  | { readonly projectId: number; readonly list: SavedProjectList }
  | { readonly projectId: null; readonly list: SavedAccountList };

type NewView = Pick<SavedView, 'name' | 'is_shared' | 'filters'>;
type ViewEdit = Partial<NewView>;

function useViewRequests({ projectId, list }: ViewPlace) {
  const { id: accountId } = useAccount();
  if (projectId === null) {
    const params = { account_id: accountId };
    return {
      list: read(['view', 'account', accountId], listAccountViews, { params }),
      save: (body: NewView) => call(saveAccountView, { params, body: { ...body, list } }),
      edit: (id: number, body: ViewEdit) => call(updateAccountView, { params: { ...params, view_id: id }, body }),
      remove: (id: number) => call(deleteAccountView, { params: { ...params, view_id: id } }),
    };
  }
  const params = { project_id: projectId };
  return {
    list: read(['view', projectId], listSavedViews, { params }),
    save: (body: NewView) => call(saveView, { params, body: { ...body, list } }),
    edit: (id: number, body: ViewEdit) => call(updateView, { params: { ...params, view_id: id }, body }),
    remove: (id: number) => call(deleteView, { params: { ...params, view_id: id } }),
  };
}

export function useSavedViews(place: ViewPlace): readonly SavedView[] {
  const { data } = useQuery<{ views: SavedView[] }>(useViewRequests(place).list);
  return data?.views.filter((view) => view.list === place.list) ?? [];
}

export function useViewChanges(place: ViewPlace) {
  const { list, save, edit, remove } = useViewRequests(place);
  const refresh = [list.queryKey];
  return {
    save: useChange({
      send: save,
      refresh,
      message: (_answer, { name }) => `View “${name}” saved.`,
    }),
    edit: useChange({
      send: ({ id, ...body }: Pick<SavedView, 'id'> & ViewEdit) => edit(id, body),
      refresh,
      message: () => 'View changed.',
    }),
    remove: useChange({
      send: ({ id }: SavedView) => remove(id),
      refresh,
      message: (_answer, { name }) => `View “${name}” deleted.`,
    }),
  };
}
