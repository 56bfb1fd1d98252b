import type { Author } from './authors.js';
import type { Ids } from './ids.js';
import type { ProjectPlan } from './plan.js';
import type { ProjectName } from './projects.js';
import type { Random } from './random.js';
import type { Theme } from './themes.js';

/** What every part of a project's content is generated from. */
export interface Scope {
  project: ProjectName;
  accountId: number;
  projectId: number;
  theme: Theme;
  plan: ProjectPlan;
  authors: Author[];
  now: Date;
  ids: Ids;
  /** A reproducible generator per subject, so that one subject's choices do not affect another's. */
  random(subject: string): Random;
}
