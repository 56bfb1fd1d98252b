import type {
  ApprovalStatus,
  BuildStatus,
  DeploymentStatus,
  EventType,
  Pill,
  Platform,
  TaskState,
} from '@slipway/contracts';
import { sanitizeAuthor } from '../text/sanitize-text.js';
import { assetPath, buildRunPath, changePath, deploymentPath, taskPath } from '../web/web-paths.js';
import type { FeedKey } from './feed-key.js';

/** Who stands behind an event, as far as it is known. */
export interface FeedActor {
  readonly userId: number | null;
  /** An agent's label. */
  readonly handle: string | null;
  /** The author as the tool wrote it. */
  readonly label: string | null;
  /** The tool that told of it. */
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
    /** Null when the asset came with no change, or with one that is gone. */
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

/** What an event is about: the kind of row and what the feed tells of it. */
export type FeedSubject = BuildRunSubject | ChangeSubject | TaskSubject | ApprovalSubject | DeploymentSubject;

/** One event of the workspace feed, with its text as the tools wrote it. */
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

/** How an event is coloured. */
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

/** What speaks when nobody else is known to have. */
const OWN_NAME = 'slipway';

/** Who acted: a user, an agent, an author without address, or the tool. */
export function actorOf({ userId, handle, label, provider }: FeedActor): string {
  if (userId !== null) return `user:${userId}`;
  if (handle !== null) return `handle:${handle}`;
  return sanitizeAuthor(label ?? '').trim() || provider || OWN_NAME;
}

const spoken = (word: string) => word.replaceAll('_', ' ');

const APPROVAL_WORDS: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'Approval requested for',
  approved: 'Approved',
  denied: 'Denied',
  ignored: 'Dismissed the approval of',
};

function buildVerdict(status: BuildStatus): string {
  if (status === 'failed') return 'failed';
  return status === 'passed_pending_approval' ? 'passed and waits for approval' : 'passed';
}

/** What happened, in one line. Not sanitized. */
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
      return `${event.detail.title} is ${spoken(event.detail.state)}`;
    case 'approval':
      return `${APPROVAL_WORDS[event.detail.status]} ${event.detail.assetName} in ${spoken(event.detail.stage)}`;
    case 'deployment': {
      const { platform, branch, status } = event.detail;
      const place = `${spoken(platform)}${branch === '' ? '' : ` (${branch})`}`;
      return `Deployment of ${releaseOf(event.detail)} to ${place} is ${spoken(status)}`;
    }
  }
}

function releaseOf({ version, buildNumber }: DeploymentSubject['detail']): string {
  if (version !== '') return version;
  return buildNumber === '' ? 'a build' : `build ${buildNumber}`;
}

/** A short name of what the event is about. Not sanitized. */
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

/** The page of the web app that shows it. */
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
