import type { InvestigationCategory } from '@slipway/contracts';

/** A build log as it was captured. */
export interface CapturedLog {
  readonly content: string;
  /** Older output was dropped when the log was captured. */
  readonly truncated: boolean;
}

/** A line of the log as it is cited: its number, from 1, and its text without colours, cut to a readable length. */
export interface CitedLine {
  readonly line: number;
  readonly text: string;
}

/** What a log tells about a failure. */
export interface Diagnosis {
  readonly diagnosis: string;
  readonly suggestedFix: string;
  readonly category: InvestigationCategory;
  /** From 0 to 1: how often a finding like this one points at the right line. */
  readonly confidence: number;
  /** The lines that tell the cause, the telling ones first. */
  readonly evidence: readonly CitedLine[];
  /** The one line to read first; null when the log shows no cause. */
  readonly keyLine: CitedLine | null;
  /** The file that the failure is reported in, as the log spells it. */
  readonly file: string | null;
  readonly fileLine: number | null;
  /** The identifier that the failure is about: an undefined symbol, a missing package, an asset. */
  readonly symbol: string | null;
  /** The first failing test, by the name its runner gives it. */
  readonly test: string | null;
}
