import type { CallOptions } from '@slipway/client';
import type * as contracts from '@slipway/contracts';
import type { ConsoleIntegrationDetail, EndpointContract, LiveChange, Overlap } from '@slipway/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorDetail, flawsOf } from '../words/errors.js';
import {
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
import { call, read, useChange, usePageRead } from './call.js';
import { useLiveChanges } from './live.js';
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
  return usePageRead([...key, 'list'], listIntegrations, { params: { project_id: projectId } });
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
  const params = { project_id: projectId, integration_id: integrationId };
  return useQuery({
    ...read([...key, integrationId], getIntegration, { params }),
    refetchInterval: ({ state }) => (state.data && isTrying(state.data) ? TRYING_MS : false),
  });
}

export function useIsOwner(projectId: number): boolean {
  const { accounts } = useSession();
  const project = useProject(projectId);
  return accounts.find(({ id }) => id === project?.account_id)?.role === 'owner';
}

/** Changes one integration. `shown` picks the integration from the response, for the page to show. */
function useIntegrationChange<Input = void, Output = unknown>(
  { projectId, integrationId }: Place,
  send: (params: { project_id: number; integration_id: number }, input: Input) => Promise<Output>,
  /** Absent if the integration must be loaded again; `gone` if it no longer exists. */
  shown?: ((output: Output) => ConsoleIntegrationDetail) | 'gone',
) {
  const queries = useQueryClient();
  const list = ['delivery', projectId, 'integrations'];
  return useChange({
    async send(input: Input) {
      const output = await send({ project_id: projectId, integration_id: integrationId }, input);
      if (typeof shown === 'function') queries.setQueryData([...list, integrationId], shown(output));
      return output;
    },
    refresh: [shown ? [...list, 'list'] : list],
    // The form shows what is wrong with a field.
    refusal: (error) => (flawsOf(error).size === 0 ? errorDetail(error) : undefined),
  });
}

interface Place {
  readonly projectId: number;
  readonly integrationId: number;
}

type Body<C extends EndpointContract> = CallOptions<C>['body'];

const itself = (integration: ConsoleIntegrationDetail) => integration;
const within = ({ integration }: { readonly integration: ConsoleIntegrationDetail }) => integration;

export function useIntegrationActions(projectId: number, integrationId: number) {
  const place = { projectId, integrationId };
  return {
    update: useIntegrationChange(
      place,
      (params, edit: Body<typeof contracts.updateIntegration>) => call(updateIntegration, { params, body: edit }),
      itself,
    ),
    remove: useIntegrationChange(place, (params) => call(deleteIntegration, { params }), 'gone'),
    sendTest: useIntegrationChange(place, (params) => call(sendTestEvent, { params })),
    ...useCredentialActions(place),
    ...useJenkinsActions(place),
    ...useGithubActions(place),
  };
}

function useCredentialActions(place: Place) {
  return {
    rotateToken: useIntegrationChange(
      place,
      (params, overlap: Overlap) => call(rotateIntegrationToken, { params, body: { overlap } }),
      within,
    ),
    endTokens: useIntegrationChange(place, (params) => call(endPreviousTokens, { params }), itself),
    endSecrets: useIntegrationChange(place, (params) => call(endPreviousSecrets, { params }), itself),
    rotateSecret: useIntegrationChange(
      place,
      (params, body: { readonly secret?: string; readonly overlap: Overlap }) =>
        call(rotateIntegrationSecret, { params, body }),
      within,
    ),
    openHandshake: useIntegrationChange(place, (params) => call(openHandshakeWindow, { params }), itself),
    removeSecrets: useIntegrationChange(place, (params) => call(removeIntegrationSecrets, { params }), itself),
  };
}

function useJenkinsActions(place: Place) {
  return {
    setJenkinsToken: useIntegrationChange(
      place,
      (params, apiToken: string) => call(setJenkinsToken, { params, body: { api_token: apiToken } }),
      itself,
    ),
    setBuildkiteToken: useIntegrationChange(
      place,
      (params, apiToken: string) => call(setBuildkiteToken, { params, body: { api_token: apiToken } }),
      itself,
    ),
    testJenkins: useIntegrationChange(place, (params) => call(testJenkinsServer, { params })),
  };
}

function useGithubActions(place: Place) {
  return {
    saveGithub: useIntegrationChange(
      place,
      (params, body: Body<typeof contracts.saveGithubConnection>) => call(saveGithubConnection, { params, body }),
      itself,
    ),
    testGithub: useIntegrationChange(place, (params) => call(testGithubConnection, { params })),
  };
}

export type IntegrationActions = ReturnType<typeof useIntegrationActions>;
