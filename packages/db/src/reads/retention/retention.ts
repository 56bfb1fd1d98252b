import type { HistoryKind } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import type { Listed } from '../../records.js';

function listLegalHolds({ prisma }: DatabaseHandle, accountId: number) {
  return prisma.legalHold.findMany({
    where: { accountId },
    select: { projectId: true, reason: true, userId: true, createdAt: true },
  });
}

/** A legal hold on a project, or on the whole account if `projectId` is null. */
export type LegalHoldRecord = Listed<typeof listLegalHolds>;

/** The projects with what they keep for a time of their own. */
async function listProjectRetentions({ prisma }: DatabaseHandle, accountId: number) {
  const projects = await prisma.project.findMany({
    where: { accountId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, retentions: { select: { kind: true, days: true }, orderBy: { kind: 'asc' } } },
  });
  return projects.map(({ id, name, retentions }) => ({
    id,
    name,
    own: retentions as { kind: HistoryKind; days: number }[],
  }));
}

export const reads = { listLegalHolds, listProjectRetentions };
