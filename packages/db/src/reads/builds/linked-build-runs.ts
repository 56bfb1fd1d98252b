import type { BuildStatus } from '@slipway/contracts';

/** A build run as changes, tasks and deployments show it. */
export interface LinkedBuildRunRecord {
  readonly id: number;
  readonly status: BuildStatus;
  readonly commitHash: string;
  readonly jobName: string;
}

/** The fields of a build run that a link needs. */
export const linkedBuildRun = {
  id: true,
  status: true,
  commitHash: true,
  jobName: true,
} as const;
