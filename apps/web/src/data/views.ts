import type { SavedList, SavedView } from '@slipway/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { deleteView, listSavedViews, saveView, updateView } from './api.js';
import { call } from './call.js';
import { useChange } from './settings.js';

const viewsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['view', projectId],
    queryFn: () => call(listSavedViews, { params: { project_id: projectId } }),
  });

/** The saved views of a list: the reader's own and those shared with the project. */
export function useSavedViews(projectId: number, list: SavedList): readonly SavedView[] {
  const { data } = useQuery(viewsQuery(projectId));
  return data?.views.filter((view) => view.list === list) ?? [];
}

/** What a person enters about a view. */
export interface ViewInput {
  readonly name: string;
  readonly is_shared: boolean;
}

/** The changes that can be made to saved views. */
export function useViewChanges(projectId: number, list: SavedList) {
  const params = { project_id: projectId };
  const refresh = [['view', projectId]];
  return {
    save: useChange({
      send: (body: ViewInput & Pick<SavedView, 'filters'>) => call(saveView, { params, body: { ...body, list } }),
      refresh,
      message: (_answer, { name }) => `View “${name}” saved.`,
    }),
    edit: useChange({
      send: ({
        id,
        ...body
      }: Pick<SavedView, 'id'> & Partial<Pick<SavedView, 'name' | 'is_shared' | 'filters'>>) =>
        call(updateView, { params: { ...params, view_id: id }, body }),
      refresh,
      message: () => 'View changed.',
    }),
    remove: useChange({
      send: ({ id }: SavedView) => call(deleteView, { params: { ...params, view_id: id } }),
      refresh,
      message: (_answer, { name }) => `View “${name}” deleted.`,
    }),
  };
}
