import type { Author } from './authors.js';
import type { Ids } from './ids.js';
import type { ProjectPlan } from './plan.js';
import type { ProjectName } from './projects.js';
import type { Random } from './random.js';
import type { Theme } from './themes.js';

/** What every part of a project's content is made from. */
export interface Scope {
  project: ProjectName;
  accountId: number;
  projectId: number;
  theme: Theme;
  plan: ProjectPlan;
  authors: Author[];
  now: Date;
  ids: Ids;
  /** A repeatable generator per subject, so that one subject's choices do not change another's. */
  random(subject: string): Random;
}
