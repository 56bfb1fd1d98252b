import { buildBaseline } from './baseline.js';
import { diagnose } from './diagnose.js';
import type { CapturedLog, Diagnosis } from './diagnosis.js';

/** A diagnosis, and how long it took, including the baseline. */
export interface TimedDiagnosis {
  readonly found: Diagnosis;
  readonly ms: number;
}

/** Diagnoses a log, comparing it with a passing build's log if there is one. */
export function diagnoseTimed(log: CapturedLog | null, passing: string | null): TimedDiagnosis {
  const began = performance.now();
  const baseline = passing === null || passing === '' ? null : buildBaseline(passing);
  const found = diagnose(log, { baseline });
  return { found, ms: performance.now() - began };
}

/** The JSON object that the command line prints for a diagnosis. */
export function printedAnswer({ found, ms }: TimedDiagnosis): Readonly<Record<string, unknown>> {
  return {
    category: found.category,
    confidence: found.confidence,
    key_line: found.keyLine?.line ?? null,
    evidence: found.evidence,
    file: found.file,
    file_line: found.fileLine,
    file_confidence: found.fileConfidence,
    symbol: found.symbol,
    test: found.test,
    diagnosis: found.diagnosis,
    suggested_fix: found.suggestedFix,
    ms: Math.round(ms * 1000) / 1000,
  };
}
