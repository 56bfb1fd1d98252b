import type {
  ConsoleIntegrationDetail,
  createIntegration,
  deleteIntegration,
  endPreviousToken,
  getIntegration,
  LiveChange,
  listIntegrations,
  Overlap,
  removeIntegrationSecrets,
  rotateIntegrationSecret,
  rotateIntegrationToken,
  sendTestEvent,
  setJenkinsToken,
  testJenkinsServer,
  updateIntegration,
} from '@slipway/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { describeError } from '../ui/states.js';
import { change, get } from './call.js';
import { useLiveChanges } from './live.js';
import { useProject, useSession } from './session.js';

/** Integrations show their last event, so they are read again with every delivery, and when one was changed. */
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
  return useQuery({
    queryKey: [...key, 'list'],
    queryFn: () =>
      get<typeof listIntegrations>('/projects/:project_id/integrations', { params: { project_id: projectId } }),
  });
}

/** One integration. While a Jenkins server is being tried, it is read every second. */
export function useIntegration(projectId: number, integrationId: number) {
  const key = useIntegrationKey(projectId);
  return useQuery({
    queryKey: [...key, integrationId],
    queryFn: () =>
      get<typeof getIntegration>('/projects/:project_id/integrations/:integration_id', {
        params: { project_id: projectId, integration_id: integrationId },
      }),
    refetchInterval: ({ state }) => (state.data?.poll?.state === 'waiting' ? 1_000 : false),
  });
}

/** Whether somebody may change the settings of the project's account. */
export function useIsOwner(projectId: number): boolean {
  const { accounts } = useSession();
  const project = useProject(projectId);
  return accounts.find(({ id }) => id === project?.account_id)?.role === 'owner';
}

const ONE = '/projects/:project_id/integrations/:integration_id';

export interface NewIntegrationFields {
  readonly provider: string;
  readonly name: string;
  readonly with_secret: boolean;
}

export function useIntegrationCreation(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: NewIntegrationFields) =>
      change<typeof createIntegration>('POST', '/projects/:project_id/integrations', {
        params: { project_id: projectId },
        body: { ...fields },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['delivery', projectId, 'integrations'] }),
  });
}

export interface IntegrationEdit {
  readonly name?: string;
  readonly active?: boolean;
  readonly server_url?: string;
  readonly username?: string;
  readonly job_name?: string;
  readonly account_slug?: string;
  readonly changelist_gaps?: string;
}

/** What owners do with one integration. */
export function useIntegrationActions(projectId: number, integrationId: number) {
  const queries = useQueryClient();
  const params = { project_id: projectId, integration_id: integrationId };
  const list = ['delivery', projectId, 'integrations'];
  const show = (integration: ConsoleIntegrationDetail) => {
    queries.setQueryData([...list, integrationId], integration);
    void queries.invalidateQueries({ queryKey: [...list, 'list'] });
  };
  const onError = (error: unknown) => void toast.error(describeError(error).detail);
  return {
    update: useMutation({
      mutationFn: (edit: IntegrationEdit) =>
        change<typeof updateIntegration>('PATCH', ONE, { params, body: edit as never }),
      onSuccess: show,
      onError,
    }),
    remove: useMutation({
      mutationFn: () => change<typeof deleteIntegration>('DELETE', ONE, { params }),
      onSuccess: () => queries.invalidateQueries({ queryKey: [...list, 'list'] }),
      onError,
    }),
    rotateToken: useMutation({
      mutationFn: (overlap: Overlap) =>
        change<typeof rotateIntegrationToken>('POST', `${ONE}/token`, { params, body: { overlap } }),
      onSuccess: ({ integration }) => show(integration),
      onError,
    }),
    endPrevious: useMutation({
      mutationFn: () => change<typeof endPreviousToken>('DELETE', `${ONE}/token/previous`, { params }),
      onSuccess: show,
      onError,
    }),
    rotateSecret: useMutation({
      mutationFn: (body: { readonly secret?: string; readonly overlap: Overlap }) =>
        change<typeof rotateIntegrationSecret>('POST', `${ONE}/secret`, { params, body: body as never }),
      onSuccess: ({ integration }) => show(integration),
    }),
    removeSecrets: useMutation({
      mutationFn: () => change<typeof removeIntegrationSecrets>('DELETE', `${ONE}/secret`, { params }),
      onSuccess: show,
      onError,
    }),
    setJenkinsToken: useMutation({
      mutationFn: (apiToken: string) =>
        change<typeof setJenkinsToken>('POST', `${ONE}/jenkins_token`, { params, body: { api_token: apiToken } }),
      onSuccess: show,
      onError,
    }),
    testJenkins: useMutation({
      mutationFn: () => change<typeof testJenkinsServer>('POST', `${ONE}/jenkins_test`, { params }),
      onSuccess: () => queries.invalidateQueries({ queryKey: [...list, integrationId] }),
      onError,
    }),
    sendTest: useMutation({
      mutationFn: () => change<typeof sendTestEvent>('POST', `${ONE}/test_event`, { params }),
      onSuccess: () => queries.invalidateQueries({ queryKey: list }),
      onError,
    }),
  };
}

export type IntegrationActions = ReturnType<typeof useIntegrationActions>;
