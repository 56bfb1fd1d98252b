import type { ConsoleAccount, ConsoleProject, ConsoleSession, getSession } from '@slipway/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from './call.js';

/** Who is signed in, with their accounts and projects. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => get<typeof getSession>('/session', {}),
  staleTime: 30_000,
});

/** The session. Every page below the shell has it: the router loads it first. */
export function useSession(): ConsoleSession {
  return useSuspenseQuery(sessionQuery).data;
}

/** The account that the frame shows. */
export function useAccount(): ConsoleAccount {
  const { accounts, account_id: id } = useSession();
  return accounts.find((account) => account.id === id) ?? (accounts[0] as ConsoleAccount);
}

/** The projects of the account that the frame shows, archived ones last. */
export function useProjects(): readonly ConsoleProject[] {
  const { projects, account_id: id } = useSession();
  return projects
    .filter((project) => project.account_id === id)
    .toSorted(
      (a, b) => Number(a.state === 'archived') - Number(b.state === 'archived') || a.name.localeCompare(b.name),
    );
}

/** A project that somebody opened; undefined when they have no access to it. */
export function useProject(id: number): ConsoleProject | undefined {
  return useSession().projects.find((project) => project.id === id);
}
