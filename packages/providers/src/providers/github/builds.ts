import { type BuildReport, buildStatusOfWord } from '@slipway/domain';
import { JOB_NAME_LENGTH } from '../_build-fields.js';

interface BuildState {
  readonly jobName: string;
  readonly buildNumber: string;
  readonly attempt: number;
  /** GitHub's conclusion, or its status while there is none. */
  readonly word: string;
  readonly reportedAt: number;
}

/** A build and its status by the word GitHub has for it. */
export function buildReport({ word, jobName, ...state }: BuildState): BuildReport {
  const status = buildStatusOfWord(word);
  return {
    kind: 'build_report',
    jobName: clipName(jobName),
    ...state,
    status,
    originalStatus: status === null ? word : null,
  };
}

/** A name that an index can hold. Nobody tells longer ones apart. */
export function clipName(name: string): string {
  return name.slice(0, JOB_NAME_LENGTH).toWellFormed();
}
