import type * as contracts from '@slipway/contracts';
import type { DELIVERY_FILTERS, DeliveryOutcome, ResponseOf } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Query } from '../routing/search.js';
import {
  getDelivery,
  listAccountDeliveries,
  listDeliveryGaps,
  listTouchedRows,
  listWaitingDeliveries,
  locateDelivery,
  replayDeliveries,
  replayDelivery,
} from './api.js';
import { call, read } from './call.js';
import { usePagedList } from './pages.js';
import { useAccount, useProject } from './session.js';

const HOUR_MS = 60 * 60_000;
const PERIODS: Readonly<Record<string, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS };

export type DeliveryQuery = Query<typeof DELIVERY_FILTERS>;

/** Adds a period to the filters. It starts when it is chosen, so that all pages of the list agree. */
export function useDeliveryQuery(filters: DeliveryQuery, period = ''): DeliveryQuery {
  const since = useMemo(() => {
    const ms = PERIODS[period];
    return ms === undefined ? undefined : new Date(Date.now() - ms);
  }, [period]);
  return { ...filters, ...(since && { since }) };
}

export function useDeliveries(projectId: number | null, filters: DeliveryQuery) {
  const account = useAccount();
  const accountId = useProject(projectId ?? 0)?.account_id ?? account.id;
  const query = { ...filters, ...(projectId !== null && { project_id: projectId }) };
  const key = ['delivery', projectId ?? 'all', 'list', accountId, query];
  return usePagedList(key, listAccountDeliveries, { params: { account_id: accountId }, query }, 'deliveries');
}

const WAITING_REFRESH_MS = 5_000;

export function useWaitingDeliveries(projectId: number | null) {
  const account = useAccount();
  const query = read(['delivery', projectId ?? 'all', 'waiting', account.id], listWaitingDeliveries, {
    params: { account_id: account.id },
    query: projectId === null ? {} : { project_id: projectId },
  });
  return useQuery({ ...query, refetchInterval: WAITING_REFRESH_MS });
}

export function useDeliveryPlace(deliveryId: string) {
  const params = { account_id: useAccount().id, delivery_id: deliveryId };
  return useQuery(read(['delivery', 'all', 'place', params.account_id, deliveryId], locateDelivery, { params }));
}

const LOG_TRIES = 4;
const LOG_WAIT_MS = 400;

export function useDelivery(projectId: number, deliveryId: string) {
  const params = { project_id: projectId, id: deliveryId };
  return useQuery({
    ...read(['delivery', projectId, 'detail', deliveryId], getDelivery, { params }),
    // A reader who follows a delivery right after it was accepted may be faster than the worker that logs it.
    retry: (failures) => failures < LOG_TRIES,
    retryDelay: LOG_WAIT_MS,
  });
}

export function useTouchedRows(projectId: number, deliveryId: string) {
  const params = { project_id: projectId, delivery_id: deliveryId };
  return useQuery(read(['delivery', projectId, 'touched', deliveryId], listTouchedRows, { params }));
}

/** Build and changelist numbers that no delivery mentioned. */
export function useGaps(projectId: number) {
  const params = { project_id: projectId };
  return usePagedList(['delivery', projectId, 'gaps'], listDeliveryGaps, { params }, 'gaps');
}

export type ReplayTarget =
  | { readonly deliveries: readonly { readonly id: string; readonly project_id: number }[] }
  | { readonly projectId: number; readonly filters: DeliveryQuery };

type Plan = NonNullable<ResponseOf<typeof contracts.replayDelivery>['plan']>;

export type PlannedChange = Plan['changes'][number] & { readonly projectId: number };

export interface ReplayPreview {
  readonly outcomes: readonly { readonly outcome: DeliveryOutcome; readonly reason: string | null }[];
  readonly changes: readonly PlannedChange[];
  readonly unchanged: number;
  /** True if the preview covers only some of the deliveries, or some of the changes. */
  readonly isPartial: boolean;
}

export async function previewReplay(target: ReplayTarget): Promise<ReplayPreview> {
  if (!('deliveries' in target)) return previewMatching(target.projectId, target.filters);
  const previews: ReplayPreview[] = [];
  // Sequential, because dry runs of the same rows would wait for each other.
  for (const { id, project_id: projectId } of target.deliveries) {
    const { outcome, reason, plan } = await call(replayDelivery, {
      params: { project_id: projectId, delivery_id: id },
      body: { dry_run: true },
    });
    previews.push(toPreview(projectId, outcome ? [{ outcome, reason: reason ?? null }] : [], plan));
  }
  return {
    outcomes: previews.flatMap(({ outcomes }) => outcomes),
    changes: previews.flatMap(({ changes }) => changes),
    unchanged: previews.reduce((sum, { unchanged }) => sum + unchanged, 0),
    isPartial: previews.some(({ isPartial }) => isPartial),
  };
}

async function previewMatching(projectId: number, filters: DeliveryQuery) {
  const { replays, plan, pagination } = await call(replayDeliveries, {
    params: { project_id: projectId },
    body: { ...toBody(filters), dry_run: true },
  });
  const outcomes = replays.flatMap(({ outcome, reason }) =>
    outcome === undefined ? [] : [{ outcome, reason: reason ?? null }],
  );
  const preview = toPreview(projectId, outcomes, plan);
  return { ...preview, isPartial: preview.isPartial || pagination.has_more };
}

function toPreview(projectId: number, outcomes: ReplayPreview['outcomes'], plan: Plan | undefined): ReplayPreview {
  return {
    outcomes,
    changes: plan?.changes.map((planned) => ({ ...planned, projectId })) ?? [],
    unchanged: plan?.unchanged ?? 0,
    isPartial: plan?.truncated ?? false,
  };
}

const toBody = ({ project_id: _project, ...filters }: DeliveryQuery) => filters;

export async function replay(target: ReplayTarget): Promise<number> {
  if ('deliveries' in target) {
    await Promise.all(
      target.deliveries.map(({ id, project_id: projectId }) =>
        call(replayDelivery, {
          params: { project_id: projectId, delivery_id: id },
          body: { dry_run: false },
        }),
      ),
    );
    return target.deliveries.length;
  }
  const { projectId, filters } = target;
  let queued = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { replays, pagination } = await call(replayDeliveries, {
      params: { project_id: projectId },
      body: { ...toBody(filters), ...(cursor && { cursor }) },
    });
    queued += replays.length;
    cursor = pagination.next_cursor;
  }
  return queued;
}
