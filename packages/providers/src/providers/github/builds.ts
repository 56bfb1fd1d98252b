import { type BuildReport, buildStatusOfWord } from '@slipway/domain';
import { JOB_NAME_LENGTH } from '../../shared/build-fields.js';
import { identifierText } from '../../shared/fields.js';
import type { Id, Repository } from './payload.js';

interface BuildState {
  readonly jobName: string;
  readonly jobKey?: string;
  readonly buildNumber: string;
  readonly attempt: number;
  /** GitHub's conclusion, or its status until there is one. */
  readonly word: string;
  readonly reportedAt: number;
}

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
 * The job key. Names are not unique: repositories of an organization can share them, and so can workflows of one
 * repository. Ids survive renaming.
 */
export function jobKeyOf(
  { id, full_name: name }: Pick<Repository, 'id' | 'full_name'>,
  kind: 'workflow' | 'check' | 'status',
  job: Id,
): string {
  return clipName(`${identifierText(id ?? name)} ${kind} ${identifierText(job)}`);
}

/** Shortens a name to a length that an index can store. */
export function clipName(name: string): string {
  return name.slice(0, JOB_NAME_LENGTH).toWellFormed();
}
