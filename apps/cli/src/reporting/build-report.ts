import { buildStatusOfWord, isOver } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import type { ReportedLog } from './build-options.js';
import type { DetectedBuild } from './detect-ci.js';
import { present, type Report, required } from './report.js';

/** The values of `slipway report build`. */
export interface BuildInput extends DetectedBuild {
  readonly status: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly duration?: number | undefined;
  readonly buildType?: string | undefined;
  readonly targetType?: string | undefined;
  /** `name=address`. */
  readonly artifacts?: readonly string[] | undefined;
  readonly log?: ReportedLog | undefined;
}

/** The flat report of a build; with a signing secret, the signed notification, which has fewer fields. */
export function buildReport(input: BuildInput, isSigned: boolean, now: number): Report {
  const job = required(input.job, '--job');
  const number = required(input.number, '--number');
  const status = required(input.status, '--status');
  const title = `build ${job} #${number}, ${status.toLowerCase()}`;
  // The report may be sent later, so it carries its own times.
  const kind = buildStatusOfWord(status);
  const times = {
    started_at: input.startedAt ?? (kind === 'building' ? new Date(now).toISOString() : undefined),
    finished_at: input.finishedAt ?? (isOver(kind) ? new Date(now).toISOString() : undefined),
  };
  if (isSigned) {
    const build = { ...input, job, number, status };
    const body = notification(build, Date.parse(times.finished_at ?? times.started_at ?? '') || now);
    return { provider: 'jenkins', path: 'ci/build_notification', title, body };
  }
  const body = present({
    job_name: job,
    build_number: number,
    status,
    build_url: input.url,
    changelist: input.changelist,
    commit: input.commit,
    branch: input.branch,
    ...times,
    duration_seconds: input.duration,
    build_type: input.buildType,
    target_type: input.targetType,
    artifacts: input.artifacts?.map(readArtifact),
    logs_tail: input.log?.content,
    log_truncated: input.log?.truncated,
  });
  return { provider: 'jenkins', path: 'ci', title, body };
}

function notification(input: BuildInput, timestamp: number): Readonly<Record<string, unknown>> {
  const kind = buildStatusOfWord(input.status ?? '');
  const begun = kind === 'queued' ? 'QUEUED' : 'STARTED';
  const artifacts = input.artifacts?.map(readArtifact).map(({ name, url }) => [name, { archive: url }]);
  return {
    name: input.job,
    build: present({
      number: input.number,
      ...(isOver(kind) ? { phase: 'COMPLETED', status: input.status?.toUpperCase() } : { phase: begun }),
      full_url: input.url,
      timestamp,
      duration: input.duration === undefined ? undefined : input.duration * 1_000,
      scm: present({ branch: input.branch, commit: input.commit }),
      artifacts: artifacts && Object.fromEntries(artifacts),
      log: input.log?.content,
      log_truncated: input.log?.truncated,
    }),
  };
}

function readArtifact(written: string): { name: string; url: string } {
  const [, name = '', url = ''] = /^([^=]+)=(https?:\/\/.+)$/.exec(written) ?? [];
  if (name === '') throw new CliError('--artifact must be name=address.');
  return { name, url };
}
