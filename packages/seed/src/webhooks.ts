import type { BuildStatus, DeliveryOutcome } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import type { ChangeRow } from './changes.js';
import type { DeploymentEventRow, DeploymentRow } from './deployments.js';
import { integrationList } from './projects.js';

/** A webhook as its tool sent it, and its outcome. */
export interface Sent {
  integrationId: number;
  event: string;
  path: string;
  at: Date;
  body: object;
  agent: string;
  headers?: Record<string, string>;
  touched?: { kind: string; id: string }[];
  outcome?: DeliveryOutcome;
  reason?: string;
  replayOf?: string;
}

const words: Record<BuildStatus, string> = {
  queued: 'QUEUED',
  preparing: 'PREPARING',
  building: 'STARTED',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'ABORTED',
  passed_pending_approval: 'BLOCKED',
};

export const providerOf = (id: number) =>
  integrationList.find((integration) => integration.id === id)?.provider ?? '';

/** The webhook that reported the end of a build, or its progress. */
export function reportOf(build: BuildDraft): Sent | null {
  const report = REPORTS[providerOf(build.row.integrationId)]?.(build);
  if (report === undefined) return null;
  const { row } = build;
  return {
    integrationId: row.integrationId,
    at: row.finishedAt ?? row.statusAt,
    touched: [{ kind: 'build_run', id: String(row.id) }],
    ...report,
  };
}

/** What a tool sends. */
export type Report = Pick<Sent, 'event' | 'path' | 'agent' | 'body' | 'headers'>;

const REPORTS: Readonly<Record<string, (build: BuildDraft) => Report>> = {
  jenkins: jenkinsReport,
  buildkite: buildkiteReport,
  game_engine: engineReport,
};

function timesOf({ row: { startedAt, finishedAt, durationSeconds } }: BuildDraft): object {
  return {
    ...(startedAt === null ? {} : { started_at: startedAt.toISOString() }),
    ...(finishedAt === null ? {} : { finished_at: finishedAt.toISOString(), duration_seconds: durationSeconds }),
  };
}

function jenkinsReport(build: BuildDraft): Report {
  const { row } = build;
  return {
    event: 'build_report',
    path: '/webhooks/jenkins',
    agent: 'curl/8.5.0',
    body: {
      job_name: row.jobName,
      build_number: Number(row.buildNumber),
      status: words[row.status],
      build_url: row.buildUrl,
      ...(row.changelist === '' ? { commit: row.commitHash } : { changelist: row.changelist }),
      branch: row.branch,
      ...timesOf(build),
    },
  };
}

const STATES: Readonly<Record<BuildStatus, string>> = {
  queued: 'scheduled',
  preparing: 'scheduled',
  building: 'running',
  completed: 'passed',
  failed: 'failed',
  cancelled: 'canceled',
  passed_pending_approval: 'blocked',
};

function buildkiteReport(build: BuildDraft): Report {
  const { row } = build;
  const event = row.finishedAt === null ? 'build.running' : 'build.finished';
  const { startedAt, finishedAt, createdAt } = row;
  return {
    event,
    path: '/webhooks/buildkite',
    agent: 'Buildkite-Request',
    headers: { 'x-buildkite-event': event },
    body: {
      event,
      build: {
        id: `0192-${row.jobName}-${row.buildNumber}`,
        number: Number(row.buildNumber),
        state: STATES[row.status],
        web_url: row.buildUrl,
        branch: row.branch,
        commit: row.commitHash,
        created_at: createdAt.toISOString(),
        started_at: startedAt?.toISOString() ?? null,
        finished_at: finishedAt?.toISOString() ?? null,
      },
      pipeline: { id: `pipeline-${row.jobName}`, slug: row.jobName, name: row.jobName },
    },
  };
}

function engineReport(build: BuildDraft): Report {
  const { row } = build;
  const event = row.status === 'failed' ? 'build_failed' : 'build_completed';
  return {
    event,
    path: `/webhooks/game_engine/${event}`,
    agent: 'UnrealEditor/5.6',
    body: {
      build_number: row.buildNumber,
      job_name: row.jobName,
      engine: row.buildType,
      target_type: row.targetType,
      changelist: row.changelist,
      timestamp: (row.finishedAt ?? row.statusAt).toISOString(),
      build_url: row.buildUrl,
    },
  };
}

/** The webhook that reported a change. */
export function submitOf(row: ChangeRow): Sent | null {
  const submit = SUBMITS[providerOf(row.integrationId)]?.(row);
  if (submit === undefined) return null;
  return {
    integrationId: row.integrationId,
    at: row.createdAt,
    touched: [{ kind: 'change', id: String(row.id) }],
    ...submit,
  };
}

const SUBMITS: Readonly<Record<string, (row: ChangeRow) => Report>> = {
  perforce: ({ identifier, authorUid, description, branch, timestamp }) => ({
    event: 'changelist_submitted',
    path: '/webhooks/perforce',
    agent: 'p4-trigger/2.1',
    body: {
      changelist: identifier,
      user: authorUid,
      description,
      stream: branch,
      timestamp: timestamp.toISOString(),
    },
  }),
  github: ({ identifier, author, authorUid, description, branch, repository, timestamp }) => ({
    event: 'push',
    path: '/webhooks/github',
    agent: 'GitHub-Hookshot/5f4c1d2',
    headers: { 'x-github-event': 'push' },
    body: {
      ref: `refs/heads/${branch}`,
      after: identifier,
      repository: { full_name: repository, html_url: `https://github.com/${repository}` },
      commits: [
        {
          id: identifier,
          message: description,
          timestamp: timestamp.toISOString(),
          author: { name: author, username: authorUid },
        },
      ],
    },
  }),
  diversion: ({ identifier, author, description, repository, timestamp }) => ({
    event: 'commit_created',
    path: '/webhooks/diversion',
    agent: 'diversion-webhooks/1.0',
    body: {
      event: 'commit_created',
      repo_id: repository,
      commit_id: identifier,
      commit_message: description,
      created_ts: Math.floor(timestamp.getTime() / 1000),
      author: { name: author },
    },
  }),
  lore: ({ identifier, displayIdentifier, author, description, branch, repository, timestamp }) => ({
    event: 'revision_pushed',
    path: '/webhooks/lore',
    agent: 'lore-relay/0.4',
    body: {
      revision: identifier,
      revision_number: displayIdentifier.replace(/^r/, ''),
      branch,
      repository,
      author,
      message: description,
      timestamp: timestamp.toISOString(),
    },
  }),
};

/** The webhook of a deployment's last step. */
export function progressOf(row: DeploymentRow, events: readonly DeploymentEventRow[]): Sent | null {
  const last = events.findLast(({ deploymentId }) => deploymentId === row.id);
  if (last === undefined) return null;
  return {
    integrationId: row.integrationId,
    event: 'deployment_progress',
    path: '/webhooks/deployment',
    at: last.occurredAt,
    agent: 'store-upload/1.4',
    body: {
      platform: row.platform,
      event: last.event,
      build_number: row.buildNumber,
      branch: row.branch,
      version: row.version,
      external_id: row.externalId,
      external_build_id: row.externalBuildId,
      timestamp: last.occurredAt.toISOString(),
    },
    touched: [{ kind: 'deployment', id: row.id }],
  };
}
