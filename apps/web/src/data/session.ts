import type { ConsoleAccount, ConsoleProject, ConsoleSession } from '@slipway/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, useContext, useEffect } from 'react';
import { setTimeZone } from '../words/clock.js';
import { getSession, switchAccount } from './api.js';
import { call, useChange } from './call.js';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => withItsClock(await call(getSession)),
  staleTime: 30_000,
});

/** Uses the session that the server put into the document, so that the first page does not wait for a request. */
export function adoptSession(queries: QueryClient): void {
  const json = document.getElementById('session')?.textContent;
  if (json) queries.setQueryData(sessionQuery.queryKey, withItsClock(JSON.parse(json) as ConsoleSession));
}

/** From here on, every page shows times in the person's time zone. */
function withItsClock(session: ConsoleSession): ConsoleSession {
  setTimeZone(session.time_zone);
  return session;
}

/** Set by the shell. Rows of lists ask for the session too, so asking must be cheap. */
export const SessionContext = createContext<ConsoleSession | null>(null);

/** The session. Every page inside the shell has one: the router loads it first. */
export function useSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('the session is only known inside the shell');
  return session;
}

/** The account that the frame shows: that of the open project, or else the last one chosen. */
export function useAccount(): ConsoleAccount {
  const { accounts, account_id: chosen } = useSession();
  const opened = useOpenProject()?.account_id;
  const find = (id: number | undefined) => accounts.find((account) => account.id === id);
  return find(opened) ?? find(chosen) ?? (accounts[0] as ConsoleAccount);
}

/** Chooses the account that pages outside of projects show, now and in later visits. */
export function useAccountSwitch() {
  return useChange({
    send: (accountId: number) => call(switchAccount, { params: { account_id: accountId } }),
    refresh: [sessionQuery.queryKey],
  });
}

/** Switches to the account of an opened project, for example by a link: Home and Approvals then show that one. */
export function useAccountOfProject(): void {
  const { account_id: chosen } = useSession();
  const { id } = useAccount();
  const { mutate } = useAccountSwitch();
  useEffect(() => {
    if (id !== chosen) mutate(id);
  }, [id, chosen, mutate]);
}

export function useProjects(): readonly ConsoleProject[] {
  const { projects } = useSession();
  const { id } = useAccount();
  return projects
    .filter((project) => project.account_id === id)
    .toSorted(
      (a, b) => Number(a.state === 'archived') - Number(b.state === 'archived') || a.name.localeCompare(b.name),
    );
}

export const useProjectOptions = () => useProjects().map(({ id, name }) => [String(id), name] as const);

export function useOpenProject(): ConsoleProject | undefined {
  const select = ({ projectId }: { readonly projectId: number }) => projectId;
  return useProject(useParams({ from: '/projects/$projectId', shouldThrow: false, select }));
}

/** A project; undefined for a user without access to it. */
export function useProject(id: number | undefined): ConsoleProject | undefined {
  return useSession().projects.find((project) => project.id === id);
}
