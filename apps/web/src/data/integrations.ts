import type { CallArguments, CallOptions } from '@slipway/client';
import type { ConsoleIntegrationDetail, EndpointContract, ResponseOf } from '@slipway/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { call, type Endpoint, read, useChange, usePageRead } from './call.js';
import { useReloadAfter } from './live.js';
import { useProject, useSession } from './session.js';

/** Integrations show their last event, so they are reloaded after every delivery and after a change to one of them. */
function useIntegrationKey(projectId: number) {
  const key = ['delivery', projectId, 'integrations'] as const;
  useReloadAfter('integration', projectId, key);
  return key;
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

interface Place {
  readonly projectId: number;
  readonly integrationId: number;
}

type Body<C extends EndpointContract> = [CallOptions<C>['body']] extends [undefined]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a change without a body is sent by `mutate()`
    void
  : CallOptions<C>['body'];

/** Changes one integration. `shown` picks the integration from the response, for the page to show. */
function useIntegrationChange<C extends EndpointContract>(
  { projectId, integrationId }: Place,
  endpoint: Endpoint<C>,
  /** Absent if the integration must be loaded again; `gone` if it no longer exists. */
  shown?: ((output: ResponseOf<C>) => ConsoleIntegrationDetail) | 'gone',
) {
  const queries = useQueryClient();
  const list = ['delivery', projectId, 'integrations'];
  const params = { project_id: projectId, integration_id: integrationId };
  return useChange({
    async send(body: Body<C>) {
      const output = await call(endpoint, ...([{ params, body }] as unknown as CallArguments<C>));
      if (typeof shown === 'function') queries.setQueryData([...list, integrationId], shown(output));
      return output;
    },
    refresh: [shown ? [...list, 'list'] : list],
    // The form shows what is wrong with a field.
    refusal: (error) => (flawsOf(error).size === 0 ? errorDetail(error) : undefined),
  });
}

const itself = (integration: ConsoleIntegrationDetail) => integration;
const within = ({ integration }: { readonly integration: ConsoleIntegrationDetail }) => integration;

export function useIntegrationActions(projectId: number, integrationId: number) {
  const place = { projectId, integrationId };
  return {
    update: useIntegrationChange(place, updateIntegration, itself),
    remove: useIntegrationChange(place, deleteIntegration, 'gone'),
    sendTest: useIntegrationChange(place, sendTestEvent),
    rotateToken: useIntegrationChange(place, rotateIntegrationToken, within),
    endTokens: useIntegrationChange(place, endPreviousTokens, itself),
    endSecrets: useIntegrationChange(place, endPreviousSecrets, itself),
    rotateSecret: useIntegrationChange(place, rotateIntegrationSecret, within),
    openHandshake: useIntegrationChange(place, openHandshakeWindow, itself),
    removeSecrets: useIntegrationChange(place, removeIntegrationSecrets, itself),
    setJenkinsToken: useIntegrationChange(place, setJenkinsToken, itself),
    setBuildkiteToken: useIntegrationChange(place, setBuildkiteToken, itself),
    testJenkins: useIntegrationChange(place, testJenkinsServer),
    saveGithub: useIntegrationChange(place, saveGithubConnection, itself),
    testGithub: useIntegrationChange(place, testGithubConnection),
  };
}

export type IntegrationActions = ReturnType<typeof useIntegrationActions>;
