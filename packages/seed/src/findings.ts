import { type Diagnosis, diagnose } from '@slipway/diagnosis';
import { type Attribution, attributeFailure, lookUpFiles, pathsOf, type SuspectChange } from '@slipway/domain';
import type { BuildDraft } from './builds.js';
import { type ChangeDraft, displayOf } from './changes.js';
import { integrationId } from './projects.js';

/** What the service finds out about a failed build. */
export interface Finding {
  build: BuildDraft;
  diagnosis: Diagnosis;
  attribution: Attribution;
  /** The changes that may be to blame; those of the attribution have their places in this list as ids. */
  suspects: ChangeDraft[];
}

function toSuspect(draft: ChangeDraft, id: number): SuspectChange {
  const { identifier, stream, subject, author, files } = draft;
  return {
    id,
    identifier,
    displayIdentifier: displayOf(draft),
    sourceType: stream.sourceType,
    description: subject,
    author: author.name,
    authorUid: author.email,
    userId: author.userId,
    files: files && [...files].map(([path, action]) => ({ path, action })),
  };
}

/** Reads the log of a failed build with the diagnosis engine; null if there is nothing to read. */
export function findCause(build: BuildDraft): Finding | null {
  const { job, status, log, suspects } = build;
  if (status !== 'failed' || log === null) return null;
  const changes = suspects.map(toSuspect);
  const jobName = `${integrationId(job.integration)} ${job.name}`;
  const diagnosis = diagnose(
    { content: log, truncated: false },
    { isChanged: lookUpFiles(pathsOf(changes)), job: jobName },
  );
  return { build, diagnosis, attribution: attributeFailure(diagnosis, changes), suspects };
}
