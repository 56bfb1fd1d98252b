import type { FixKind, InvestigationStatus } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
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

export interface InvestigationRecord {
  readonly id: string;
  readonly status: InvestigationStatus;
  readonly diagnosis: string | null;
  readonly suggestedFix: string | null;
  readonly fixKind: FixKind | null;
  readonly attributedUserId: number | null;
  readonly category: string | null;
  readonly confidence: number | null;
  readonly evidence: readonly EvidenceLine[];
  readonly steps: readonly InvestigationStep[];
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
};

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
