import { findMaskingProjects, type JobBuild } from '@slipway/db';
import type { CapturedLog } from '@slipway/diagnosis';
import type { JobContext } from '../define-job.js';
import { findOutput } from './find-output.js';

/** The log of a build in a form that may be quoted. A log that was stored unmasked is masked here. */
export async function findMaskedOutput(
  { database, redactors }: Pick<JobContext, 'database' | 'redactors'>,
  build: Pick<JobBuild, 'projectId' | 'id'>,
): Promise<CapturedLog | null> {
  const log = await findOutput(database, build);
  if (log === null) return null;
  const { projectId: id } = build;
  const project = (await findMaskingProjects(database, [id])).get(id) ?? { id, maskedValues: [] };
  return { ...log, content: redactors.of(project).text(log.content) };
}
