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
import { call } from './call.js';
import { useChange } from './change.js';
import { useAccount } from './session.js';

/** The list whose views are meant: one of a project, or one across all projects of the account. */
export type ViewPlace =
  | { readonly projectId: number; readonly list: SavedProjectList }
  | { readonly projectId: null; readonly list: SavedAccountList };

/** What a person enters about a view. */
export interface ViewInput {
  readonly name: string;
  readonly is_shared: boolean;
}

type NewView = ViewInput & Pick<SavedView, 'filters'>;
type ViewEdit = Partial<Pick<SavedView, 'name' | 'is_shared' | 'filters'>>;

/** The requests of a place, and the key of the query that holds its views. */
function useViewRequests({ projectId, list }: ViewPlace) {
  const { id: accountId } = useAccount();
  if (projectId === null) {
    const params = { account_id: accountId };
    return {
      key: ['view', 'account', accountId],
      load: () => call(listAccountViews, { params }),
      save: (body: NewView) => call(saveAccountView, { params, body: { ...body, list } }),
      edit: (id: number, body: ViewEdit) => call(updateAccountView, { params: { ...params, view_id: id }, body }),
      remove: (id: number) => call(deleteAccountView, { params: { ...params, view_id: id } }),
    };
  }
  const params = { project_id: projectId };
  return {
    key: ['view', projectId],
    load: () => call(listSavedViews, { params }),
    save: (body: NewView) => call(saveView, { params, body: { ...body, list } }),
    edit: (id: number, body: ViewEdit) => call(updateView, { params: { ...params, view_id: id }, body }),
    remove: (id: number) => call(deleteView, { params: { ...params, view_id: id } }),
  };
}

/** The saved views of a list: the reader's own and the shared ones. */
export function useSavedViews(place: ViewPlace): readonly SavedView[] {
  const { key, load } = useViewRequests(place);
  const { data } = useQuery({ queryKey: key, queryFn: load });
  return data?.views.filter((view) => view.list === place.list) ?? [];
}

/** The changes that can be made to saved views. */
export function useViewChanges(place: ViewPlace) {
  const { key, save, edit, remove } = useViewRequests(place);
  const refresh = [key];
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
