import type { BuildType, SourceType, TargetType } from '@slipway/contracts';
import type { System } from './logs/scene.js';
import type { IntegrationName } from './projects.js';

/** A branch of one repository, and the number of its changes. */
export interface StreamPlan {
  integration: IntegrationName;
  sourceType: SourceType;
  repository: string;
  branch: string;
  count: number;
  /** The first changelist or revision number; hashes need none. */
  firstNumber?: number;
}

/**
 * A job and the result of each of its builds, oldest first: `ok`, `retry` (passed with the change of the build before),
 * `approval`, `cancelled`, `running`, `preparing`, `queued`, `nolog` (failed without a log), or the name of a failure.
 */
export interface JobPlan {
  name: string;
  integration: IntegrationName;
  /** The repository whose changes it builds. */
  repository: string;
  buildType: BuildType;
  targetType: TargetType;
  system: System;
  firstNumber: number;
  builds: string;
}

export interface ProjectPlan {
  streams: StreamPlan[];
  jobs: JobPlan[];
  tasks: number;
  assets: number;
  deployments: number;
  deploymentIntegration: IntegrationName;
  /** Tracker items per integration. */
  references: Partial<Record<IntegrationName, number>>;
  /** How many people asked for, or that every failure is investigated automatically. */
  investigations: number | 'every_failure';
}

/** A depot of Perforce. */
export function depot(
  integration: IntegrationName,
  repository: string,
  count: number,
  firstNumber: number,
): StreamPlan {
  return { integration, sourceType: 'Changelist', repository, branch: 'main', count, firstNumber };
}

/** A repository on GitHub. */
export function repository(integration: IntegrationName, name: string, count: number): StreamPlan {
  return { integration, sourceType: 'GitCommit', repository: name, branch: 'main', count };
}
