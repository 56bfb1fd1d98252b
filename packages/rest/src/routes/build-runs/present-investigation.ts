import type { Investigation } from '@slipway/contracts';
import type { InvestigationRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';

/** Findings quote the log, which may contain e-mail addresses. */
export function presentInvestigation(investigation: InvestigationRecord): Investigation {
  const { diagnosis, suggestedFix } = investigation;
  return {
    investigation_id: investigation.id,
    status: investigation.status,
    diagnosis: diagnosis === null ? null : sanitizeText(diagnosis),
    suggested_fix: suggestedFix === null ? null : sanitizeText(suggestedFix),
    attributed_user_id: investigation.attributedUserId,
    steps: investigation.steps.map(({ name, status, detail }) => ({ name, status, detail: sanitizeText(detail) })),
    confidence: investigation.confidence,
    category: investigation.category,
    evidence: investigation.evidence.map(({ line, text }) => ({ line, text: sanitizeText(text) })),
  };
}
