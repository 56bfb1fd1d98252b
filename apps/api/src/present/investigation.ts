import type { Investigation } from '@slipway/contracts';
import type { InvestigationRecord } from '@slipway/db';

export function presentInvestigation(investigation: InvestigationRecord): Investigation {
  return {
    investigation_id: investigation.id,
    status: investigation.status,
    diagnosis: investigation.diagnosis,
    suggested_fix: investigation.suggestedFix,
    attributed_user_id: investigation.attributedUserId,
    steps: investigation.steps.map(({ name, status, detail }) => ({ name, status, detail })),
    confidence: investigation.confidence,
    category: investigation.category,
    evidence: investigation.evidence.map(({ line, text }) => ({ line, text })),
  };
}
