import { useQuery } from '@tanstack/react-query';
import { listProjectPeople } from './api.js';
import { call } from './call.js';

/** The people of a project as pages show them: members by name, agents by handle. */
export function useProjectPeople(projectId: number) {
  const { data } = useQuery({
    queryKey: ['member', projectId],
    queryFn: () => call(listProjectPeople, { params: { project_id: projectId } }),
    staleTime: 5 * 60_000,
  });
  const people = data?.people ?? [];
  return {
    people,
    handles: data?.handles ?? [],
    nameOf: (userId: number | null) =>
      userId === null ? null : (people.find(({ user_id: id }) => id === userId)?.name ?? `user ${userId}`),
  };
}
