import type {
  AssetType,
  BuildStatus,
  BuildType,
  DeploymentStatus,
  FileAction,
  Platform,
  SourceType,
  TargetType,
} from '@slipway/contracts';

/** Times are epoch milliseconds: the provider's own time if it sends one, otherwise the time of receipt. */
type Millis = number;

/** A person in another tool: a label to display, and the uid that connected accounts are matched by. */
export interface Actor {
  readonly label: string;
  readonly uid: string | null;
  /** An email address in lowercase, if it differs from the uid: another tool may use it as its uid. */
  readonly email?: string;
  /** The user, once looked up; 0 if there is none, so that of two equal reports the one with a user wins. */
  readonly userId?: number;
}

export interface ArtifactReport {
  readonly name: string;
  readonly sizeBytes: number;
  readonly url: string;
}

/** The state of a build phase at one time. */
export interface StepReport {
  readonly name: string;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly at: Millis;
  readonly startedAt?: Millis;
  readonly finishedAt?: Millis;
  /** Empty to remove the detail of an earlier attempt. */
  readonly detail?: string;
}

/** What one delivery reports about a build run. Absent fields leave the stored value unchanged. */
export interface BuildReport {
  readonly kind: 'build_report';
  readonly jobName: string;
  /** Identifies the job within the integration, if its name does not. */
  readonly jobKey?: string;
  readonly buildNumber: string;
  /** A higher attempt of the same build starts over. */
  readonly attempt: number;
  /** Null if the report sets no status: it has an unknown word, or only a step. */
  readonly status: BuildStatus | null;
  /** The sender's word, if the status table does not list it. */
  readonly originalStatus: string | null;
  readonly reportedAt: Millis;
  /** Set if another report has already sent this end: that report's status and time win. */
  readonly belated?: true;
  readonly buildType?: BuildType;
  readonly targetType?: TargetType;
  readonly commitHash?: string;
  readonly changelist?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly startedAt?: Millis;
  readonly finishedAt?: Millis;
  readonly durationSeconds?: number;
  readonly actor?: Actor;
  /** The names of the suites that must report their tests. */
  readonly expectedSuites?: readonly string[];
  readonly log?: {
    readonly content: string;
    readonly truncated: boolean;
    /** Set if it is the log of a failed job: the logs of jobs that passed do not replace it. */
    readonly fromFailedJob?: true;
  };
  readonly artifacts?: readonly ArtifactReport[];
  readonly steps?: readonly StepReport[];
}

/** What one delivery reports about the phases of a build that it identifies by page. The build may arrive later. */
export interface BuildStepsReport {
  readonly kind: 'build_steps';
  readonly buildUrl: string;
  readonly attempt: number;
  readonly steps: readonly StepReport[];
}

export interface FileChange {
  readonly path: string;
  readonly action: FileAction;
}

/** A commit or changelist, identified by repository and identifier within the integration. */
export interface ChangeReport {
  readonly kind: 'change';
  readonly repository: string;
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly timestamp: Millis;
  readonly branch?: string;
  /** The branch it was created on, not one it was merged into later. Its name often mentions a tracker item. */
  readonly madeOn?: string;
  readonly url?: string;
  readonly author?: Actor;
  readonly description?: string;
  /** Absent if the sender gave no file data; empty if no file was touched. */
  readonly files?: readonly FileChange[];
  /** Set if a tool other than the repository reports the change: it only fills in what the repository omits. */
  readonly secondHand?: true;
  /** Set while no branch contains the change: its files touch no asset until a report arrives without this flag. */
  readonly trial?: true;
}

/** A ref that moved. A forced push orphans the commits it removes from the ref. */
export interface RefMove {
  readonly kind: 'ref_move';
  readonly repository: string;
  readonly ref: string;
  /** Null if the ref is new. */
  readonly before: string | null;
  /** Null if the ref was deleted. */
  readonly after: string | null;
  readonly forced: boolean;
  /** The pushed commits, oldest first. */
  readonly commits: readonly string[];
  readonly at: Millis;
}

/** What one delivery reports about a tracker item. Absent fields leave the stored value unchanged; null clears it. */
export interface ReferenceReport {
  readonly kind: 'reference';
  readonly externalId: string;
  /** The key people use: ENG-142, owner/repo#12. */
  readonly key: string;
  /** The keys the item had before it was moved. */
  readonly formerKeys?: readonly string[];
  readonly at: Millis;
  readonly title?: string;
  readonly state?: string;
  readonly url?: string;
  readonly assignee?: Actor | null;
  /** True if it was deleted or archived, false if it was restored. */
  readonly removed?: boolean;
}

export interface DeploymentReport {
  readonly kind: 'deployment';
  readonly platform: Platform;
  readonly buildNumber: string;
  readonly branch: string;
  readonly externalId: string;
  /** The sender's word, recorded in the history. */
  readonly event: string;
  /** Null if the word does not correspond to a status. */
  readonly status: DeploymentStatus | null;
  readonly at: Millis;
  readonly version?: string;
  readonly externalBuildId?: string;
  readonly commitHash?: string;
  readonly actor?: Actor;
  readonly notes?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface AssetCooked {
  readonly kind: 'asset_cooked';
  readonly path: string;
  readonly at: Millis;
  readonly name?: string;
  readonly assetType?: AssetType;
  readonly contentHash?: string;
  readonly version?: number;
  readonly sizeBytes?: number;
  /** Where a browser finds a picture or recording of the asset. */
  readonly previewUrl?: string;
}

/** The build whose tests a report is about: by job and number, by its page, or by the revision it built. */
export interface TestedBuild {
  readonly jobName?: string;
  readonly buildNumber?: string;
  readonly buildUrl?: string;
  readonly commitHash?: string;
  readonly changelist?: string;
}

/** Files with test results. They wait in the delivery's body, because reading them takes long. */
export interface TestReportSent {
  readonly kind: 'test_report';
  readonly build: TestedBuild;
}

/** The log of a build, or of one of its steps, that is uploaded while it is written. */
export interface LogOpened {
  readonly kind: 'log_opened';
  /** Identifies the log within its integration. */
  readonly log: string;
  readonly jobName: string;
  readonly buildNumber: string;
  readonly attempt: number;
  /** Empty if the log belongs to no step. */
  readonly step: string;
}

/** The end of such a log. It may be applied before the log was opened. */
export interface LogClosed {
  readonly kind: 'log_closed';
  readonly log: string;
  readonly finishedAt: Millis;
  /** How the step ended. */
  readonly status?: Exclude<StepReport['status'], 'running'>;
  /** In bytes; absent if the log ends at what was received. */
  readonly size?: number;
}

/** A fact that a normalizer reads from a delivery, independent of the provider. */
export type Operation =
  | BuildReport
  | BuildStepsReport
  | ChangeReport
  | RefMove
  | ReferenceReport
  | DeploymentReport
  | AssetCooked
  | TestReportSent
  | LogOpened
  | LogClosed;
