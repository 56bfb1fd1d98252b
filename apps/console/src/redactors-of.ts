import type { Redactor } from '@slipway/domain';
import type { ConsoleServices } from './services.js';

export async function redactorsOf(
  { reads, redactors }: ConsoleServices,
  projectIds: readonly number[],
): Promise<(projectId: number) => Redactor> {
  const projects = await reads.findMaskingProjects([...new Set(projectIds)]);
  return redactors.among([...projects.values()]);
}
