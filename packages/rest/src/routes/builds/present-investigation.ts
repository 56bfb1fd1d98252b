import type { Investigation } from '@slipway/contracts';
import type { InvestigationRecord } from '@slipway/db';
import { type Redactor, sanitizeText } from '@slipway/domain';

/** Findings quote the log, which may contain email addresses and, if it is old, credentials. */
export function presentInvestigation(investigation: InvestigationRecord, redactor: Redactor): Investigation {
  const { diagnosis, suggestedFix } = investigation;
  const shown = (text: string) => sanitizeText(redactor.text(text));
  return {
    investigation_id: investigation.id,
    status: investigation.status,
    diagnosis: diagnosis === null ? null : shown(diagnosis),
    suggested_fix: suggestedFix === null ? null : shown(suggestedFix),
    attributed_user_id: investigation.attributedUserId,
    steps: investigation.steps.map(({ name, status, detail }) => ({ name, status, detail: shown(detail) })),
    confidence: investigation.confidence,
    category: investigation.category,
    evidence: investigation.evidence.map(({ line, text }) => ({ line, text: shown(text) })),
  };
}
