import type { BuildStatus } from '@slipway/contracts';
import type { FailedTests } from '../test-results/build-tests.js';
import type { BuildFinding } from './describe-build.js';

/** GitHub reports commit statuses with this prefix, which are Slipway's own, back like those of any other tool. */
export const STATUS_PREFIX = 'slipway/';

export interface CommitBuild {
  readonly id: number;
  readonly jobName: string;
  readonly number: string;
  readonly status: BuildStatus;
  /** Whether it ran on GitHub, which then shows its result. */
  readonly isGithubBuild: boolean;
  readonly finding: BuildFinding | null;
  /** The identifiers of the changes that probably caused the failure, newest first. */
  readonly suspects: readonly string[];
  /** Null if no test failed. */
  readonly tests: FailedTests | null;
}
