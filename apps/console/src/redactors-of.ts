import type { Redactor } from '@slipway/domain';
import type { ConsoleServices } from './services.js';

/** Reads what several projects want masked, and returns their redactors. */
export async function redactorsOf(
  { reads, redactors }: ConsoleServices,
  projectIds: readonly number[],
): Promise<(projectId: number) => Redactor> {
  const projects = await reads.findMaskingProjects([...new Set(projectIds)]);
  return (id) => redactors.of(projects.get(id) ?? { id, maskedValues: [] });
}
