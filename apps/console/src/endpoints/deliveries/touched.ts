import { listTouchedRows, type TouchedRow } from '@slipway/contracts';
import type { TouchedRowRecord } from '@slipway/db';
import { parseUuid, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listTouchedRows, async ({ project, params, services }) => {
  const id = found(parseUuid(params.delivery_id));
  const { touched } = found(await services.reads.findDelivery(project.id, id));
  const rows = await services.reads.findTouchedRows(project.id, touched);
  const byKey = new Map(rows.map((row) => [`${row.kind}:${row.id}`, row]));
  return {
    touched: touched.map((row) => presentTouched(project.id, row, byKey.get(`${row.kind}:${row.id}`))),
  };
});

const SECTIONS: Readonly<Record<string, string>> = {
  build_run: 'builds',
  change: 'changes',
  asset: 'assets',
  deployment: 'deployments',
};

function presentTouched(
  projectId: number,
  { kind, id }: { readonly kind: string; readonly id: string },
  row: TouchedRowRecord | undefined,
): TouchedRow {
  if (row === undefined) return { kind, id, label: null, status: null, url: null };
  const { label, status } = row;
  return { kind, id, label: sanitizeText(label), status, url: pageOf(projectId, row) };
}

function pageOf(projectId: number, { kind, id, assetId }: TouchedRowRecord): string | null {
  const project = `/projects/${projectId}`;
  if (kind === 'reference') return `${project}/references`;
  if (assetId !== undefined) return `${project}/assets/${assetId}`;
  const section = SECTIONS[kind];
  return section === undefined ? null : `${project}/${section}/${id}`;
}
