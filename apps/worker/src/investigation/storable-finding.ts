import type { BuildDiagnosis, Finding, InvestigationStep } from '@slipway/db';
import { type Diagnosis, FINGERPRINT_RULE } from '@slipway/diagnosis';

type StoredFinding = Finding & { readonly steps: readonly InvestigationStep[] };

/** Replaces what PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();

const probability = (confidence: number) => Math.min(1, Math.max(0, confidence));

/** A finding that PostgreSQL can store. */
export function storableFinding({
  diagnosis,
  attribution,
  suggestedFix,
  evidence,
  suspects,
  steps,
  ...finding
}: StoredFinding): StoredFinding {
  return {
    category: finding.category,
    fixKind: finding.fixKind,
    confidence: probability(finding.confidence),
    attributedUserId: finding.attributedUserId,
    fingerprint: finding.fingerprint ?? null,
    hasLog: finding.hasLog,
    diagnosis: storable(diagnosis),
    attribution: storable(attribution),
    suggestedFix: storable(suggestedFix),
    evidence: evidence.map(({ line, text }) => ({ line, text: storable(text) })),
    suspects: suspects.map(({ changeId, reason, confidence }) => ({
      changeId,
      reason: storable(reason),
      confidence: probability(confidence),
    })),
    steps: steps.map((step) => ({ ...step, detail: storable(step.detail) })),
  };
}

const storableOrNull = (text: string | null) => (text === null ? null : storable(text));

/** A diagnosis in a form that PostgreSQL can store. */
export function storableDiagnosis({ keyLine, fingerprint, ...found }: Diagnosis): BuildDiagnosis {
  return {
    fingerprint: fingerprint || null,
    corrected:
      found.lesson === null
        ? null
        : {
            lesson: found.lesson,
            diagnosis: storable(found.diagnosis),
            suggestedFix: storable(found.suggestedFix),
            fixKind: found.fixKind,
            evidence: found.evidence.map(({ line, text }) => ({ line, text: storable(text) })),
          },
    rule: FINGERPRINT_RULE,
    diagnosis: keyLine === null ? null : storable(found.diagnosis),
    confidence: probability(found.confidence),
    category: found.category,
    tool: found.tool,
    title: storable(found.title),
    line: keyLine?.line ?? null,
    message: storable(keyLine?.text ?? ''),
    file: storableOrNull(found.file),
    symbol: storableOrNull(found.symbol),
    test: storableOrNull(found.test),
  };
}
