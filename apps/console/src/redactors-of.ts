import type { MaskingProject, Redactor } from '@slipway/domain';
import type { ConsoleServices } from './services.js';

/** The redactors of several projects, by id. */
export function redactorsOf(
  { redactors }: ConsoleServices,
  projects: ReadonlyMap<number, MaskingProject>,
): (projectId: number) => Redactor {
  return (id) => redactors.of(projects.get(id) ?? { id, maskedValues: [] });
}
