import type { Theme } from '../themes.js';
import type { LogDraft } from './log-draft.js';
import type { Scene } from './scene.js';

/** One way in which a build fails: what the log shows, and what an investigation finds. */
export interface Failure {
  category: string;
  /** The file that the breaking change touched; null when no change is to blame. */
  file: ((theme: Theme) => string) | null;
  /** How the breaking change was described. */
  change: string;
  /** The step of the build that fails. */
  step: string;
  exitCode: number;
  /** Everything between the head and the tail of the log. */
  write(log: LogDraft, scene: Scene): void;
  diagnosis: string;
  fix: string;
  confidence: number;
}
