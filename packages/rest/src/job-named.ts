import type { ApiReads, ProjectRecord } from '@slipway/db';
import { type ProjectRedactors, redactName } from '@slipway/domain';

interface JobNames {
  readonly reads: Pick<ApiReads, 'listRecentJobs'>;
  readonly redactors: ProjectRedactors;
}

/** The name of the job that is shown under a name with a masked value; any other name is returned as it is. */
export async function jobNamed<Name extends string | null | undefined>(
  { reads, redactors }: JobNames,
  project: ProjectRecord,
  shown: Name,
): Promise<Name | string> {
  if (!shown?.includes('[redacted: ')) return shown;
  const redactor = redactors.of(project);
  const jobs = await reads.listRecentJobs(project.id);
  return jobs.find((job) => redactName(job, redactor) === shown) ?? shown;
}
