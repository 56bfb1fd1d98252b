import type { Finding, InvestigationStep, ProblemCause } from '@slipway/db';
import type { Diagnosis } from '@slipway/diagnosis';

type StoredFinding = Finding & { readonly steps: readonly InvestigationStep[] };

/** Replaces what PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();

const inRange = (confidence: number) => Math.min(1, Math.max(0, confidence));

/** A finding that PostgreSQL can store. */
export function storableFinding({
  diagnosis,
  suggestedFix,
  evidence,
  suspects,
  steps,
  ...finding
}: StoredFinding): StoredFinding {
  return {
    category: finding.category,
    fixKind: finding.fixKind,
    confidence: inRange(finding.confidence),
    attributedUserId: finding.attributedUserId,
    fingerprint: finding.fingerprint ?? null,
    hasLog: finding.hasLog,
    diagnosis: storable(diagnosis),
    suggestedFix: storable(suggestedFix),
    evidence: evidence.map(({ line, text }) => ({ line, text: storable(text) })),
    suspects: suspects.map(({ changeId, reason, confidence }) => ({
      changeId,
      reason: storable(reason),
      confidence: inRange(confidence),
    })),
    steps: steps.map((step) => ({ ...step, detail: storable(step.detail) })),
  };
}

const storableOrNull = (text: string | null) => (text === null ? null : storable(text));

/** The cause of a finding in a form that PostgreSQL can store; null if the log names none. */
export function storableCause({
  fingerprint,
  category,
  tool,
  title,
  keyLine,
  ...named
}: Diagnosis): ProblemCause | null {
  if (!fingerprint || !keyLine) return null;
  return {
    fingerprint,
    category,
    tool,
    title: storable(title),
    message: storable(keyLine.text),
    file: storableOrNull(named.file),
    symbol: storableOrNull(named.symbol),
    test: storableOrNull(named.test),
  };
}
