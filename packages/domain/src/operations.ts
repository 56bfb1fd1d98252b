import type { BuildStatus, BuildType, TargetType } from '@slipway/contracts';

/** A file a build produced. */
export interface ArtifactReport {
  readonly name: string;
  readonly sizeBytes: number;
  readonly url: string;
}

/** What one delivery says about one build run. Absent fields say nothing. */
export interface BuildReport {
  readonly kind: 'build_report';
  readonly jobName: string;
  readonly buildNumber: string;
  /** A higher attempt of the same build starts afresh. */
  readonly attempt: number;
  /** Null when the sender's word is unknown: the build keeps its status. */
  readonly status: BuildStatus | null;
  readonly originalStatus: string | null;
  /** The provider's time of the report, else its time of receipt; epoch milliseconds. */
  readonly reportedAt: number;
  readonly buildType?: BuildType;
  readonly targetType?: TargetType;
  readonly commitHash?: string;
  readonly changelist?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly durationSeconds?: number;
  readonly log?: { readonly content: string; readonly truncated: boolean };
  readonly artifacts?: readonly ArtifactReport[];
}

/** A provider-neutral effect of a delivery. */
export type Operation = BuildReport;
