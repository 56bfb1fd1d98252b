import { listTouchedRows, type TouchedRow } from '@slipway/contracts';
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
} from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listTouchedRows, async ({ project, params, services }) => {
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
