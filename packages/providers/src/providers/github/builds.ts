import { type BuildReport, buildStatusOfWord } from '@slipway/domain';
import { identifierText } from '../../fields.js';
import { JOB_NAME_LENGTH } from '../_build-fields.js';
import type { Id, Repository } from './payload.js';

interface BuildState {
  readonly jobName: string;
  readonly jobKey?: string;
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

/**
 * What tells a job apart: names repeat from one repository of an organization to the next, those of workflows even within
 * one. Ids outlive renaming.
 */
export function jobKeyOf(
  { id, full_name: name }: Pick<Repository, 'id' | 'full_name'>,
  kind: 'workflow' | 'check' | 'status',
  job: Id,
): string {
  return clipName(`${identifierText(id ?? name)} ${kind} ${identifierText(job)}`);
}

/** A name that an index can hold. Nobody tells longer ones apart. */
export function clipName(name: string): string {
  return name.slice(0, JOB_NAME_LENGTH).toWellFormed();
}
