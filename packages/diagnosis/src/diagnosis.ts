import type { FixKind, InvestigationCategory } from '@slipway/contracts';
import type { Lesson } from './verdict.js';

export interface CapturedLog {
  readonly content: string;
  /** True if earlier output was dropped. */
  readonly truncated: boolean;
  /** The number of each line in the log file, if lines of it were left out; by default 1, 2, 3. */
  readonly numbers?: readonly number[];
}

/** A quoted line of the log: its number, from 1, and its text without colors, cut to a readable length. */
export interface CitedLine {
  readonly line: number;
  readonly text: string;
}

export interface Diagnosis {
  readonly diagnosis: string;
  readonly suggestedFix: string;
  /** Whether the fix is for this failure, or advice that fits any failure of its kind. */
  readonly fixKind: FixKind;
  readonly category: InvestigationCategory;
  /** From 0 to 1: the share of findings like this one that name the right line. */
  readonly confidence: number;
  /** The lines that explain the cause, most important first. */
  readonly evidence: readonly CitedLine[];
  /** The one line to read first; null if the log shows no cause. */
  readonly keyLine: CitedLine | null;
  /** The file that failed, with the path in the log. */
  readonly file: string | null;
  readonly fileLine: number | null;
  /** From 0 to 1: the share of files like this one that a fix for the build changes; 0 if there is no file. */
  readonly fileConfidence: number;
  /** The other changed files that the log points to, if this file is preferred because it was changed. */
  readonly otherChangedFiles: readonly string[];
  /** The subject of the failure: an undefined symbol, a missing package, an asset. */
  readonly symbol: string | null;
  readonly test: string | null;
  /** The kind of tool that reported the failure; empty if the log shows no cause. */
  readonly tool: string;
  readonly title: string;
  /** Equal for logs that fail for the same reason; null if the log shows none, or if the line is a guess. */
  readonly fingerprint: string | null;
  /** What the verdict of a person teaches; null without a verdict. */
  readonly lesson: Lesson | null;
}
