import type { DatabaseHandle } from '../../database.js';

/** A row that a delivery touched, by the name people know it by. */
export interface TouchedRowRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly status: string | null;
  /** The asset of an approval: its page shows the approval. */
  readonly assetId?: string;
}

type Find = (
  on: DatabaseHandle,
  projectId: number,
  ids: readonly string[],
) => Promise<Omit<TouchedRowRecord, 'kind'>[]>;

const bigints = (ids: readonly string[]) => ids.map(BigInt);

const FINDERS: Readonly<Record<string, Find>> = {
  async build_run({ prisma }, projectId, ids) {
    const rows = await prisma.buildRun.findMany({
      where: { projectId, id: { in: bigints(ids) } },
      select: { id: true, jobName: true, buildNumber: true, status: true },
    });
    return rows.map(({ id, jobName, buildNumber, status }) => ({
      id: String(id),
      label: `${jobName} #${buildNumber}`,
      status,
    }));
  },
  async change({ prisma }, projectId, ids) {
    const rows = await prisma.change.findMany({
      where: { projectId, id: { in: bigints(ids) } },
      select: { id: true, displayIdentifier: true, description: true },
    });
    return rows.map(({ id, displayIdentifier, description }) => ({
      id: String(id),
      label: `${displayIdentifier} ${description.split('\n', 1)[0]}`.trim(),
      status: null,
    }));
  },
  async asset({ prisma }, projectId, ids) {
    const rows = await prisma.asset.findMany({
      where: { projectId, id: { in: [...ids] } },
      select: { id: true, name: true, approvalStatus: true },
    });
    return rows.map(({ id, name, approvalStatus }) => ({ id, label: name, status: approvalStatus }));
  },
  async approval({ prisma }, projectId, ids) {
    const rows = await prisma.approval.findMany({
      where: { projectId, id: { in: [...ids] } },
      select: { id: true, status: true, assetId: true, asset: { select: { name: true } } },
    });
    return rows.map(({ id, status, assetId, asset }) => ({
      id,
      label: `Approval of ${asset.name}`,
      status,
      assetId,
    }));
  },
  async deployment({ prisma }, projectId, ids) {
    const rows = await prisma.deployment.findMany({
      where: { projectId, id: { in: [...ids] } },
      select: { id: true, platform: true, buildNumber: true, status: true },
    });
    return rows.map(({ id, platform, buildNumber, status }) => ({
      id,
      label: `${platform} ${buildNumber}`,
      status,
    }));
  },
  async reference({ prisma }, projectId, ids) {
    const rows = await prisma.externalReference.findMany({
      where: { projectId, id: { in: bigints(ids) } },
      select: { id: true, key: true, title: true },
    });
    return rows.map(({ id, key, title }) => ({ id: String(id), label: `${key} ${title}`.trim(), status: null }));
  },
};

/** Rows of the project by kind and id. Omits rows that no longer exist. */
async function findTouchedRows(
  on: DatabaseHandle,
  projectId: number,
  touched: readonly { readonly kind: string; readonly id: string }[],
): Promise<TouchedRowRecord[]> {
  const kinds = [...new Set(touched.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = touched.filter((row) => row.kind === kind).map(({ id }) => id);
      const records = (await FINDERS[kind]?.(on, projectId, ids)) ?? [];
      return records.map((record) => ({ kind, ...record }));
    }),
  );
  return found.flat();
}

export const reads = { findTouchedRows };
