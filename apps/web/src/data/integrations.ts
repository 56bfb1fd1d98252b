import type { ConsoleIntegrationDetail, LiveChange, Overlap } from '@slipway/contracts';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { describeError, flawsOf } from '../words/errors.js';
import {
  createIntegration,
  deleteIntegration,
  endPreviousSecrets,
  endPreviousTokens,
  getIntegration,
  listIntegrations,
  openHandshakeWindow,
  removeIntegrationSecrets,
  rotateIntegrationSecret,
  rotateIntegrationToken,
  saveGithubConnection,
  sendTestEvent,
  setBuildkiteToken,
  setJenkinsToken,
  testGithubConnection,
  testJenkinsServer,
  updateIntegration,
} from './api.js';
import { call } from './call.js';
import { useLiveChanges } from './live.js';
import { usePageQuery } from './page-query.js';
import { useProject, useSession } from './session.js';

/** Integrations show their last event, so they are reloaded after every delivery and after a change to one of them. */
function useIntegrationKey(projectId: number) {
  const queries = useQueryClient();
  const refresh = useCallback(
    ({ kinds, project_id: id }: LiveChange) => {
      if (id !== projectId || !kinds.includes('integration')) return;
      void queries.invalidateQueries({ queryKey: ['delivery', projectId, 'integrations'] });
    },
    [queries, projectId],
  );
  useLiveChanges(refresh);
  return ['delivery', projectId, 'integrations'] as const;
}

export function useIntegrations(projectId: number) {
  const key = useIntegrationKey(projectId);
  return usePageQuery([...key, 'list'], () => call(listIntegrations, { params: { project_id: projectId } }));
}

const TRYING_MS = 1_500;

/** Whether a worker is about to contact the Jenkins server, or GitHub. */
export function isTrying({ active, poll, settings, github }: ConsoleIntegrationDetail): boolean {
  if (github !== null) return active && github.state === 'waiting';
  return active && Boolean(settings['server_url']) && (poll === null || poll.state === 'waiting');
}

/** One integration. It is polled while its connection is being tested. */
export function useIntegration(projectId: number, integrationId: number) {
  const key = useIntegrationKey(projectId);
  return useQuery({
    queryKey: [...key, integrationId],
    queryFn: () =>
      call(getIntegration, {
        params: { project_id: projectId, integration_id: integrationId },
      }),
    refetchInterval: ({ state }) => (state.data && isTrying(state.data) ? TRYING_MS : false),
  });
}

/** Whether the user may change the settings of the project's account. */
export function useIsOwner(projectId: number): boolean {
  const { accounts } = useSession();
  const project = useProject(projectId);
  return accounts.find(({ id }) => id === project?.account_id)?.role === 'owner';
}

export interface NewIntegrationFields {
  readonly provider: string;
  readonly name: string;
  readonly with_secret: boolean;
}

export function useIntegrationCreation(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: NewIntegrationFields) =>
      call(createIntegration, {
        params: { project_id: projectId },
        body: { ...fields },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['delivery', projectId, 'integrations'] }),
  });
}

export interface IntegrationEdit {
  readonly name?: string;
  readonly active?: boolean;
  readonly require_signatures?: boolean;
  readonly signature_tolerance_minutes?: number;
  readonly server_url?: string;
  readonly username?: string;
  readonly job_name?: string;
  readonly account_slug?: string;
  readonly status_column?: string;
  readonly changelist_gaps?: string;
}

type Mutate<Input, Output> = UseMutationResult<Output, Error, Input>;

/** Changes one integration. `shown` picks the integration from the response, for the page to show. */
function useChange<Input, Output>(
  { projectId, integrationId }: Place,
  send: (params: { project_id: number; integration_id: number }, input: Input) => Promise<Output>,
  /** Absent if the integration must be loaded again; `gone` if it no longer exists. */
  shown?: ((output: Output) => ConsoleIntegrationDetail) | 'gone',
): Mutate<Input, Output> {
  const queries = useQueryClient();
  const list = ['delivery', projectId, 'integrations'];
  return useMutation({
    mutationFn: (input: Input) => send({ project_id: projectId, integration_id: integrationId }, input),
    onSuccess: (output) => {
      if (typeof shown === 'function') queries.setQueryData([...list, integrationId], shown(output));
      void queries.invalidateQueries({ queryKey: shown ? [...list, 'list'] : list });
    },
    // The form shows what is wrong with a field.
    onError: (error: Error) => void (flawsOf(error).size === 0 && toast.error(describeError(error).detail)),
  });
}

interface Place {
  readonly projectId: number;
  readonly integrationId: number;
}

const itself = (integration: ConsoleIntegrationDetail) => integration;
const within = ({ integration }: { readonly integration: ConsoleIntegrationDetail }) => integration;

/** The actions that owners can take on an integration. */
export function useIntegrationActions(projectId: number, integrationId: number) {
  const place = { projectId, integrationId };
  return {
    update: useChange(
      place,
      (params, edit: IntegrationEdit) => call(updateIntegration, { params, body: edit }),
      itself,
    ),
    remove: useChange(place, (params, _: undefined) => call(deleteIntegration, { params }), 'gone'),
    sendTest: useChange(place, (params, _: undefined) => call(sendTestEvent, { params })),
    ...useCredentialActions(place),
    ...useJenkinsActions(place),
    ...useGithubActions(place),
  };
}

function useCredentialActions(place: Place) {
  return {
    rotateToken: useChange(
      place,
      (params, overlap: Overlap) => call(rotateIntegrationToken, { params, body: { overlap } }),
      within,
    ),
    endTokens: useChange(place, (params, _: undefined) => call(endPreviousTokens, { params }), itself),
    endSecrets: useChange(place, (params, _: undefined) => call(endPreviousSecrets, { params }), itself),
    rotateSecret: useChange(
      place,
      (params, body: { readonly secret?: string; readonly overlap: Overlap }) =>
        call(rotateIntegrationSecret, { params, body }),
      within,
    ),
    openHandshake: useChange(place, (params, _: undefined) => call(openHandshakeWindow, { params }), itself),
    removeSecrets: useChange(place, (params, _: undefined) => call(removeIntegrationSecrets, { params }), itself),
  };
}

function useJenkinsActions(place: Place) {
  return {
    setJenkinsToken: useChange(
      place,
      (params, apiToken: string) => call(setJenkinsToken, { params, body: { api_token: apiToken } }),
      itself,
    ),
    setBuildkiteToken: useChange(
      place,
      (params, apiToken: string) => call(setBuildkiteToken, { params, body: { api_token: apiToken } }),
      itself,
    ),
    testJenkins: useChange(place, (params, _: undefined) => call(testJenkinsServer, { params })),
  };
}

export interface GithubEdit {
  readonly statuses: boolean;
  readonly comments: boolean;
  readonly api_url: string;
  readonly app_id: string;
  readonly credential?: string;
}

function useGithubActions(place: Place) {
  return {
    saveGithub: useChange(
      place,
      (params, body: GithubEdit) => call(saveGithubConnection, { params, body: { ...body } }),
      itself,
    ),
    testGithub: useChange(place, (params, _: undefined) => call(testGithubConnection, { params })),
  };
}

export type IntegrationActions = ReturnType<typeof useIntegrationActions>;
