import { type BuildReport, buildStatusOfWord } from '@slipway/domain';

interface BuildState {
  readonly jobName: string;
  readonly buildNumber: string;
  readonly attempt: number;
  /** GitHub's conclusion, or its status while there is none. */
  readonly word: string;
  readonly reportedAt: number;
}

/** What a report may add to identity and status. */
export type BuildDetails = Omit<
  BuildReport,
  'kind' | 'jobName' | 'buildNumber' | 'attempt' | 'status' | 'originalStatus' | 'reportedAt'
>;

/** A build and its status by the word GitHub has for it. */
export function buildReport({ word, ...state }: BuildState): BuildReport {
  const status = buildStatusOfWord(word);
  return { kind: 'build_report', ...state, status, originalStatus: status === null ? word : null };
}
