import type { Finding, InvestigationStep } from '@slipway/db';

type StoredFinding = Finding & { readonly steps: readonly InvestigationStep[] };

/** Replaces what PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** A finding that PostgreSQL can store. */
export function storableFinding({
  diagnosis,
  suggestedFix,
  evidence,
  steps,
  ...finding
}: StoredFinding): StoredFinding {
  return {
    category: finding.category,
    fixKind: finding.fixKind,
    confidence: Math.min(1, Math.max(0, finding.confidence)),
    attributedUserId: finding.attributedUserId,
    diagnosis: storable(diagnosis),
    suggestedFix: storable(suggestedFix),
    evidence: evidence.map(({ line, text }) => ({ line, text: storable(text) })),
    steps: steps.map((step) => ({ ...step, detail: storable(step.detail) })),
  };
}
