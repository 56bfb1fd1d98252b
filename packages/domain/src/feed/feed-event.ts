import {
  type ApprovalStatus,
  type BuildStatus,
  type DeploymentStatus,
  type EventType,
  type Pill,
  PLATFORM_LABELS,
  type Platform,
  type TaskState,
} from '@slipway/contracts';
import type { Redactor } from '../redaction/redactor.js';
import { redactAuthor } from '../text/redact-text.js';
import { assetPath, buildRunPath, changePath, deploymentPath, taskPath } from '../web/web-paths.js';
import type { FeedKey } from './feed-key.js';

export interface FeedActor {
  readonly userId: number | null;
  /** An agent's label. */
  readonly handle: string | null;
  /** The author's name in the tool. */
  readonly label: string | null;
  readonly provider: string | null;
}

export interface BuildRunSubject {
  readonly kind: 'build_run';
  readonly detail: { readonly jobName: string; readonly buildNumber: string; readonly status: BuildStatus };
}

export interface ChangeSubject {
  readonly kind: 'change';
  readonly detail: {
    readonly assetId: string;
    readonly assetName: string;
    readonly assetEvent: 'created' | 'updated';
    readonly version: number;
    /** Null if the asset came without a change, or if the change was deleted. */
    readonly changeId: number | null;
    readonly reference: string;
  };
}

export interface TaskSubject {
  readonly kind: 'task';
  readonly detail: { readonly title: string; readonly state: TaskState };
}

export interface ApprovalSubject {
  readonly kind: 'approval';
  readonly detail: {
    readonly assetId: string;
    readonly assetName: string;
    readonly stage: string;
    readonly status: ApprovalStatus;
  };
}

export interface DeploymentSubject {
  readonly kind: 'deployment';
  readonly detail: {
    readonly platform: Platform;
    readonly status: DeploymentStatus;
    readonly branch: string;
    readonly version: string;
    readonly buildNumber: string;
  };
}

/** The subject of an event: the kind of row, and what the feed shows about it. */
export type FeedSubject = BuildRunSubject | ChangeSubject | TaskSubject | ApprovalSubject | DeploymentSubject;

/** One event in the workspace feed. Its text is not sanitized. */
export type FeedEvent = FeedKey &
  FeedActor &
  FeedSubject & {
    readonly eventType: EventType;
    readonly projectId: number;
    readonly projectName: string;
  };

const TASK_PILLS: Readonly<Record<TaskState, Pill>> = {
  to_do: 'neutral',
  in_progress: 'neutral',
  blocked: 'warn',
  completed: 'ok',
};

const APPROVAL_PILLS: Readonly<Record<ApprovalStatus, Pill>> = {
  pending: 'warn',
  approved: 'ok',
  denied: 'err',
  ignored: 'neutral',
};

const DEPLOYMENT_PILLS: Readonly<Record<DeploymentStatus, Pill>> = {
  pending: 'info',
  submitted: 'info',
  uploading: 'info',
  in_review: 'info',
  approved: 'ok',
  rejected: 'err',
  live: 'ok',
  rolled_back: 'err',
};

export function pillOf(event: FeedSubject): Pill {
  switch (event.kind) {
    case 'build_run':
      return event.detail.status === 'failed' ? 'err' : 'ok';
    case 'change':
      return 'info';
    case 'task':
      return TASK_PILLS[event.detail.state];
    case 'approval':
      return APPROVAL_PILLS[event.detail.status];
    case 'deployment':
      return DEPLOYMENT_PILLS[event.detail.status];
  }
}

/** Shown as the actor when it is unknown. */
const OWN_NAME = 'slipway';

/** The actor: a user, an agent, an author without the email address, or the tool. */
export function actorOf({ userId, handle, label, provider }: FeedActor, redactor: Redactor): string {
  if (userId !== null) return `user:${userId}`;
  if (handle !== null) return `handle:${handle}`;
  return redactAuthor(label ?? '', redactor).trim() || provider || OWN_NAME;
}

const readable = (word: string) => word.replaceAll('_', ' ');

const APPROVAL_WORDS: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'Approval requested for',
  approved: 'Approved',
  denied: 'Denied',
  ignored: 'Dismissed the approval request for',
};

const TASK_STATE_WORDS: Readonly<Record<TaskState, string>> = {
  to_do: 'To do',
  in_progress: 'In progress',
  blocked: 'Blocked',
  completed: 'Done',
};

function buildVerdict(status: BuildStatus): string {
  if (status === 'failed') return 'failed';
  return status === 'passed_pending_approval' ? 'passed and is waiting for approval' : 'passed';
}

/** Describes the event in one line. Not sanitized. */
export function messageOf(event: FeedSubject): string {
  switch (event.kind) {
    case 'build_run':
      return `${event.detail.jobName} #${event.detail.buildNumber} ${buildVerdict(event.detail.status)}`;
    case 'change': {
      const { assetName, assetEvent, version, reference } = event.detail;
      const done = assetEvent === 'created' ? 'created' : `updated to version ${version}`;
      return `${assetName} ${done}${reference === '' ? '' : ` in ${reference}`}`;
    }
    case 'task':
      return `${event.detail.title} moved to ${TASK_STATE_WORDS[event.detail.state]}`;
    case 'approval':
      return `${APPROVAL_WORDS[event.detail.status]} ${event.detail.assetName} in ${readable(event.detail.stage)}`;
    case 'deployment': {
      const { platform, branch, status } = event.detail;
      const name = platform === 'custom' ? 'a custom platform' : PLATFORM_LABELS[platform];
      const place = `${name}${branch === '' ? '' : ` (${branch})`}`;
      // The event's time is that of the first report, not of the current status.
      return `Deployment of ${releaseOf(event.detail)} to ${place} started, now ${readable(status)}`;
    }
  }
}

function releaseOf({ version, buildNumber }: DeploymentSubject['detail']): string {
  if (version !== '') return version;
  return buildNumber === '' ? 'a build' : `build ${buildNumber}`;
}

/** A short name for the event's subject. Not sanitized. */
export function targetRefOf(event: FeedSubject & FeedKey): string {
  switch (event.kind) {
    case 'build_run':
      return `${event.detail.jobName} #${event.detail.buildNumber}`;
    case 'change':
      return event.detail.reference || event.detail.assetName;
    case 'task':
      return `task-${event.id}`;
    case 'approval':
      return event.detail.assetName;
    case 'deployment':
      return `${event.detail.platform} ${event.detail.version || event.detail.buildNumber}`.trim();
  }
}

export function feedPathOf(event: FeedEvent): string {
  const { projectId, id } = event;
  switch (event.kind) {
    case 'build_run':
      return buildRunPath(projectId, Number(id));
    case 'change': {
      const { changeId, assetId } = event.detail;
      return changeId === null ? assetPath(projectId, assetId) : changePath(projectId, changeId);
    }
    case 'task':
      return taskPath(projectId, Number(id));
    case 'approval':
      return assetPath(projectId, event.detail.assetId);
    case 'deployment':
      return deploymentPath(projectId, id);
  }
}
