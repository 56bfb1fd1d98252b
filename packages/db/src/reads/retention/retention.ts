import type { HistoryKind } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** A legal hold on a project, or on the whole account if `projectId` is null. */
export interface LegalHoldRecord {
  readonly projectId: number | null;
  readonly reason: string;
  readonly userId: number;
  readonly createdAt: Date;
}

function listLegalHolds({ prisma }: DatabaseHandle, accountId: number): Promise<LegalHoldRecord[]> {
  return prisma.legalHold.findMany({
    where: { accountId },
    select: { projectId: true, reason: true, userId: true, createdAt: true },
  });
}

/** A project with what it keeps for a time of its own. */
export interface ProjectRetentionRecord {
  readonly id: number;
  readonly name: string;
  readonly own: readonly { readonly kind: HistoryKind; readonly days: number }[];
}

async function listProjectRetentions(
  { prisma }: DatabaseHandle,
  accountId: number,
): Promise<ProjectRetentionRecord[]> {
  const projects = await prisma.project.findMany({
    where: { accountId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, retentions: { select: { kind: true, days: true }, orderBy: { kind: 'asc' } } },
  });
  return projects.map(({ id, name, retentions }) => ({
    id,
    name,
    own: retentions as ProjectRetentionRecord['own'],
  }));
}

export const reads = { listLegalHolds, listProjectRetentions };
