import {
  listAccountDeliveries,
  listTouchedRows,
  listWaitingDeliveries,
  locateDelivery,
  type TouchedRow,
} from '@slipway/contracts';
import type { TouchedRowRecord } from '@slipway/db';
import {
  assetPath,
  buildRunPath,
  changePath,
  deploymentPath,
  pageAt,
  parseUuid,
  type Redactor,
  redactName,
  sanitizeText,
} from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, presentDelivery, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { redactorsOf } from '../redactors-of.js';

export const list = defineConsoleEndpoint(listAccountDeliveries, async ({ account, query, services }) => {
  const page = keysetPage(services.cursors, { list: listAccountDeliveries, scope: account.id, query });
  const {
    project_id: projectId,
    provider,
    integration_id: integrationId,
    event,
    outcome: outcomes,
    since,
    until,
  } = query;
  const filter = { provider, integrationId, event, outcomes, since, until };
  const found = await services.reads.listAccountDeliveries({ accountId: account.id, projectId }, filter, page);
  const { rows, pagination } = page.end(found, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  const redactorOf = await redactorsOf(
    services,
    rows.map((row) => row.projectId),
  );
  const deliveries = rows.map((row) => ({
    ...presentDelivery(row, redactorOf(row.projectId)),
    project_id: row.projectId,
    resolved: row.resolved,
    touched: row.touched.map(({ kind, id }) => ({ kind, id })),
  }));
  return { deliveries, pagination };
});

const NOWHERE = { place: 'nowhere', project_id: null, refusal: null } as const;

export const locate = defineConsoleEndpoint(locateDelivery, async ({ account, params, services }) => {
  const id = parseUuid(params.delivery_id);
  if (id === null) return NOWHERE;
  const projectId = await services.reads.findProjectOfDelivery(account.id, id);
  if (projectId !== null) return { place: 'log', project_id: projectId, refusal: null } as const;
  const projectIds = await services.reads.listProjectIds(account.id);
  const { deliveries } = await services.readWaitingDeliveries(projectIds);
  const waiting = deliveries.find((delivery) => delivery.id === id);
  if (waiting !== undefined) return { place: 'queue', project_id: waiting.projectId, refusal: null } as const;
  const refused = await services.findRefused(id, projectIds);
  if (refused === null) return NOWHERE;
  const refusal = {
    integration_id: refused.integrationId,
    received_at: presentTime(new Date(refused.receivedAt)),
    error: refused.code,
    message: sanitizeText(refused.message),
  };
  return { place: 'refused', project_id: refused.projectId, refusal } as const;
});

export const touched = defineConsoleEndpoint(listTouchedRows, async ({ project, params, services }) => {
  const id = found(parseUuid(params.delivery_id));
  const { touched } = found(await services.reads.findDelivery(project.id, id));
  const rows = await services.reads.findTouchedRows(project.id, touched);
  const redactor = services.redactors.of(project);
  const byKey = new Map(rows.map((row) => [`${row.kind}:${row.id}`, row]));
  return {
    touched: touched.map((row) =>
      presentTouched(row, byKey.get(`${row.kind}:${row.id}`), { projectId: project.id, redactor }),
    ),
  };
});

function presentTouched(
  { kind, id }: { readonly kind: string; readonly id: string },
  row: TouchedRowRecord | undefined,
  { projectId, redactor }: { readonly projectId: number; readonly redactor: Redactor },
): TouchedRow {
  if (row === undefined) return { kind, id, label: null, status: null, url: null };
  const { label, status } = row;
  return { kind, id, label: redactName(label, redactor), status, url: pageOf(projectId, row) };
}

function pageOf(projectId: number, { kind, id, assetId }: TouchedRowRecord): string | null {
  if (assetId !== undefined) return assetPath(projectId, assetId);
  switch (kind) {
    case 'build_run':
      return buildRunPath(projectId, id);
    case 'change':
      return changePath(projectId, id);
    case 'asset':
      return assetPath(projectId, id);
    case 'deployment':
      return deploymentPath(projectId, id);
    case 'reference':
      return pageAt('/projects/$projectId/references', { projectId });
    default:
      return null;
  }
}

const MAX_SHOWN = 50;

/** While Redis is down, nothing is known about its queues; ingest then keeps deliveries on its disk. */
export const waiting = defineConsoleEndpoint(listWaitingDeliveries, async ({ account, query, services }) => {
  const projectIds = await services.reads.listProjectIds(account.id);
  const chosen = projectIds.filter((id) => query.project_id === undefined || id === query.project_id);
  const { deliveries, isComplete } = await services.readWaitingDeliveries(chosen);
  const shown = deliveries.slice(0, MAX_SHOWN);
  const redactorOf = await redactorsOf(services, chosen);
  return {
    count: deliveries.length,
    is_exact: isComplete,
    deliveries: shown.map(({ id, projectId, provider, event, receivedAt }) => ({
      id,
      project_id: projectId,
      provider,
      event: redactName(sanitizeText(event), redactorOf(projectId)),
      received_at: presentTime(new Date(receivedAt)),
    })),
  };
});
