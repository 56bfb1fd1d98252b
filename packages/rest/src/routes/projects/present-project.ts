import type { Project } from '@slipway/contracts';
import type { ProjectRecord } from '@slipway/db';
import { presentTime } from '../../presenters/present-time.js';

export function presentProject(project: ProjectRecord): Project {
  return {
    id: String(project.id),
    name: project.name,
    engine: project.engine,
    created_at: presentTime(project.createdAt),
  };
}
