import type { Theme } from '../themes.js';
import type { LogDraft } from './log-draft.js';
import type { Scene } from './scene.js';

/** One way in which a build fails, and what its log shows. */
export interface Failure {
  category: string;
  /** The file touched by the breaking change; null if no change caused the failure. */
  file: ((theme: Theme) => string) | null;
  /** The description of the breaking change. */
  change: string;
  /** The build step that fails. */
  step: string;
  exitCode: number;
  /** Everything between the head and the tail of the log. */
  write(log: LogDraft, scene: Scene): void;
}
