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

/** Times are epoch milliseconds: the provider's own where it tells one, else the time of receipt. */
type Millis = number;

/** Someone in another tool: a label to show, and the identity that connected accounts are matched by. */
export interface Actor {
  readonly label: string;
  readonly uid: string | null;
  /** An address in lower case, when told besides the identity: another tool may know the person by it. */
  readonly email?: string;
  /** The user it is, once looked up; 0 for nobody, so that of two equal reports the one that knows them stands. */
  readonly userId?: number;
}

/** A file a build produced. */
export interface ArtifactReport {
  readonly name: string;
  readonly sizeBytes: number;
  readonly url: string;
}

/** A phase of a build: what the sender says of it at one moment. */
export interface StepReport {
  readonly name: string;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly at: Millis;
  readonly startedAt?: Millis;
  readonly finishedAt?: Millis;
  /** Empty when there is none any more: what was told of an earlier try goes. */
  readonly detail?: string;
}

/** What one delivery says about one build run. Absent fields say nothing. */
export interface BuildReport {
  readonly kind: 'build_report';
  readonly jobName: string;
  /** What tells the job apart from others of the integration, where its name does not. */
  readonly jobKey?: string;
  readonly buildNumber: string;
  /** A higher attempt of the same build starts afresh. */
  readonly attempt: number;
  /** Null when the report sets no status: an unknown word, or a step alone. The build keeps the one it has. */
  readonly status: BuildStatus | null;
  /** The sender's word when it is outside the status table. */
  readonly originalStatus: string | null;
  readonly reportedAt: Millis;
  /** Sent some time after an end that another report should have told: that one's outcome and time go before. */
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
  readonly log?: { readonly content: string; readonly truncated: boolean };
  readonly artifacts?: readonly ArtifactReport[];
  readonly steps?: readonly StepReport[];
}

/**
 * What one delivery says about phases of a build that it names by its page, not by its number. Either may become known
 * first.
 */
export interface BuildStepsReport {
  readonly kind: 'build_steps';
  /** The build's `buildUrl`. */
  readonly buildUrl: string;
  readonly attempt: number;
  readonly steps: readonly StepReport[];
}

/** A file a change touched. */
export interface FileChange {
  readonly path: string;
  readonly action: FileAction;
}

/** A commit or changelist. Identity is repository and identifier within the integration. */
export interface ChangeReport {
  readonly kind: 'change';
  readonly repository: string;
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly sourceType: SourceType;
  readonly timestamp: Millis;
  readonly branch?: string;
  /** The branch it was made on, as against those it came to later: the name often says what the change is for. */
  readonly madeOn?: string;
  readonly url?: string;
  readonly author?: Actor;
  readonly description?: string;
  /** Absent when the sender gave no file data; empty when no file was touched. */
  readonly files?: readonly FileChange[];
  /** Told by a tool that works with changes of others: it adds to what their own source tells, and gives way to it. */
  readonly secondHand?: true;
  /** No branch holds it yet, and maybe none ever will: its files touch no asset until a report without this mark. */
  readonly trial?: true;
}

/** A ref that moved: what a forced push drops is orphaned by it. */
export interface RefMove {
  readonly kind: 'ref_move';
  readonly repository: string;
  readonly ref: string;
  /** Null when the ref is new. */
  readonly before: string | null;
  /** Null when the ref was deleted. */
  readonly after: string | null;
  readonly forced: boolean;
  /** The commits the push brought, oldest first. */
  readonly commits: readonly string[];
  readonly at: Millis;
}

/** What one delivery says about a tracker item. Absent fields say nothing; null clears. */
export interface ReferenceReport {
  readonly kind: 'reference';
  readonly externalId: string;
  /** How people name it: ENG-142, owner/repo#12. */
  readonly key: string;
  /** How they named it before it was moved. */
  readonly formerKeys?: readonly string[];
  readonly at: Millis;
  readonly title?: string;
  readonly state?: string;
  readonly url?: string;
  readonly assignee?: Actor | null;
  /** True when it was deleted or archived, false when it was brought back. */
  readonly removed?: boolean;
}

/** What one delivery says about a deployment. */
export interface DeploymentReport {
  readonly kind: 'deployment';
  readonly platform: Platform;
  readonly buildNumber: string;
  readonly branch: string;
  readonly externalId: string;
  /** The sender's word, kept in the history. */
  readonly event: string;
  /** Null when the word stands for no status. */
  readonly status: DeploymentStatus | null;
  readonly at: Millis;
  readonly version?: string;
  readonly externalBuildId?: string;
  readonly commitHash?: string;
  readonly actor?: Actor;
  readonly notes?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An asset that a build cooked. */
export interface AssetCooked {
  readonly kind: 'asset_cooked';
  readonly path: string;
  readonly at: Millis;
  readonly name?: string;
  readonly assetType?: AssetType;
  readonly contentHash?: string;
  readonly version?: number;
  readonly sizeBytes?: number;
}

/** A provider-neutral effect of a delivery. */
export type Operation =
  | BuildReport
  | BuildStepsReport
  | ChangeReport
  | RefMove
  | ReferenceReport
  | DeploymentReport
  | AssetCooked;
