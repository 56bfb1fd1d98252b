import type { Author } from './authors.js';
import type { ProjectPlan } from './plan.js';
import type { ProjectName } from './projects.js';
import type { Random } from './random.js';
import type { Theme } from './themes.js';

/** What every part of a project's story is made from. */
export interface Scope {
  project: ProjectName;
  accountId: number;
  projectId: number;
  theme: Theme;
  plan: ProjectPlan;
  authors: Author[];
  now: Date;
  /** A reproducible generator per subject, so that one subject's choices do not affect another's. */
  random(subject: string): Random;
}
