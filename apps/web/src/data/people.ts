import { useQuery } from '@tanstack/react-query';
import { listGroups, listProjectPeople } from './api.js';
import { read } from './call.js';

export function useProjectPeople(projectId: number) {
  const query = read(['member', projectId], listProjectPeople, { params: { project_id: projectId } });
  const { data } = useQuery({ ...query, staleTime: 5 * 60_000 });
  const people = data?.people ?? [];
  return {
    people,
    handles: data?.handles ?? [],
    nameOf: (userId: number | null) =>
      userId === null ? null : (people.find(({ user_id: id }) => id === userId)?.name ?? `user ${userId}`),
  };
}

/** The query key of an account's groups. It starts with `member`, so that live changes find it. */
export const groupsKey = (accountId: number) => ['member', 'groups', accountId] as const;

export function useGroups(accountId: number) {
  return useQuery(read(groupsKey(accountId), listGroups, { params: { account_id: accountId } }));
}
