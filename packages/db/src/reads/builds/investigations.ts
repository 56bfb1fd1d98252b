import type { DatabaseHandle } from '../../database.js';
import type { Prisma } from '../../generated/client.js';
import { fromJson } from '../../json.js';

/** A quoted line of a build's log. */
export interface EvidenceLine {
  readonly line: number;
  readonly text: string;
}

export interface InvestigationStep {
  readonly name: string;
  readonly status: 'running' | 'completed' | 'skipped' | 'failed';
  readonly detail: string;
}

const select = {
  id: true,
  status: true,
  diagnosis: true,
  suggestedFix: true,
  fixKind: true,
  attributedUserId: true,
  category: true,
  confidence: true,
  evidence: true,
  steps: true,
} as const;

type StoredInvestigation = Prisma.InvestigationGetPayload<{ select: typeof select }>;

export interface InvestigationRecord extends Omit<StoredInvestigation, 'evidence' | 'steps'> {
  readonly evidence: readonly EvidenceLine[];
  readonly steps: readonly InvestigationStep[];
}

/** The latest investigation of a build run. */
export async function findInvestigation(
  { prisma }: DatabaseHandle,
  buildRunId: number,
): Promise<InvestigationRecord | null> {
  const found = await prisma.investigation.findFirst({
    where: { buildRunId },
    orderBy: { createdAt: 'desc' },
    select,
  });
  if (found === null) return null;
  return { ...found, evidence: fromJson(found.evidence), steps: fromJson(found.steps) };
}
