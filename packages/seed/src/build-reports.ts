import type { BuildStatus } from '@slipway/contracts';
import { type BuildDraft, isOver } from './builds.js';
import { isChangelist } from './changes.js';
import { integrations } from './projects.js';
import type { Scope } from './scope.js';
import { after } from './times.js';
import type { Webhook } from './webhooks.js';

/** The words with which scripts report a build that Jenkins runs. */
const WORDS: Readonly<Record<BuildStatus, string>> = {
  queued: 'QUEUED',
  preparing: 'PREPARING',
  building: 'STARTED',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'ABORTED',
  passed_pending_approval: 'BLOCKED',
};

/** What is reported of one build, in order. */
type Report = Pick<Webhook, 'sample' | 'at'> & Partial<Pick<Webhook, 'details' | 'fields'>>;

const urlOf = ({ theme }: Scope, { job, number }: BuildDraft) =>
  `https://ci.${theme.host}/job/${job.name}/${number}/`;

const revisionOf = ({ head }: BuildDraft) =>
  isChangelist(head) ? { commit: undefined, changelist: head.number } : { commit: head.identifier };

function artifactsOf(scope: Scope, build: BuildDraft): object[] {
  const { job, number, status } = build;
  if (status !== 'completed' && status !== 'passed_pending_approval') return [];
  const random = scope.random(`artifacts ${job.name} ${number}`);
  const [ending, megabytes] = job.buildType === 'unity' ? ['aab', 180] : ['zip', 5200];
  const names = [`${job.name}-${number}.${job.name.includes('ios') ? 'ipa' : ending}`, 'build.log'];
  if (job.targetType === 'shipping') names.push('symbols.zip');
  return names.map((name) => ({
    name,
    size_bytes: Math.floor((name.endsWith('.log') ? 0.4 : megabytes) * 1_000_000 * (0.8 + random.next() * 0.4)),
    url: `${urlOf(scope, build)}artifact/${name}`,
  }));
}

function jenkinsReports(scope: Scope, build: BuildDraft): Report[] {
  const { job, head, status, createdAt, startedAt, finishedAt, log } = build;
  const { name, email } = head.author;
  const fields = (word: BuildStatus) => ({
    status: WORDS[word],
    build_url: urlOf(scope, build),
    ...revisionOf(build),
    branch: head.stream.branch,
    author: { name, email },
    build_type: job.buildType,
    target_type: job.targetType,
  });
  const queued = { sample: 'started', at: createdAt, fields: { ...fields('queued'), started_at: undefined } };
  if (status === 'queued') return [queued];
  if (!isOver(build)) return [queued, { sample: 'started', at: startedAt, fields: fields(status) }];
  const ended = { ...fields(status), logs_tail: log ?? undefined, artifacts: artifactsOf(scope, build) };
  return [queued, { sample: 'success', at: finishedAt, fields: ended }];
}

const STEPS = ['Checkout', 'Import', 'Build', 'Package', 'Upload'];

/** The jobs of a build, and whether each fails: a failing build ends with the one that fails. */
function stepsOf({ failure }: BuildDraft) {
  const failing = failure === null ? STEPS.length : STEPS.indexOf(failure.step);
  return STEPS.slice(0, failing + 1).map((step, index) => ({
    step: `:unity: ${step}`,
    hasFailed: index === failing,
  }));
}

const BUILDKITE_ENDS: Readonly<Partial<Record<BuildStatus, string>>> = {
  failed: 'failed',
  cancelled: 'canceled',
};

function buildkiteReports(scope: Scope, build: BuildDraft): Report[] {
  const { head, status, createdAt, startedAt, finishedAt, log } = build;
  const { name, email } = head.author;
  const { branch } = head.stream;
  const reported = { branch, commit: head.identifier, email, buildUrl: urlOf(scope, build) };
  const details = { author: name, title: head.subject, startedAt: startedAt.getTime(), reported };
  const begun = [
    { sample: 'scheduled', at: createdAt, details: { ...details, startedAt: createdAt.getTime() } },
    { sample: 'running', at: startedAt, details },
  ];
  if (!isOver(build)) return begun;
  const steps = status === 'cancelled' ? [] : stepsOf(build);
  const share = (finishedAt.getTime() - startedAt.getTime()) / Math.max(1, steps.length);
  const jobs = steps.map((step, index) => {
    const from = after(startedAt, Math.floor(index * share));
    return {
      sample: 'job',
      at: after(startedAt, Math.floor((index + 1) * share) - 1),
      details: { ...details, startedAt: from.getTime(), reported: { ...reported, ...step } },
    };
  });
  const hasFailed = status === 'failed';
  const sentLog = {
    sample: 'log',
    at: finishedAt,
    details: { ...details, log: log ?? '', reported: { hasFailed } },
  };
  const sample = BUILDKITE_ENDS[status] ?? 'passed';
  const end = { sample, at: finishedAt, details };
  return [...begun, ...jobs, ...(log === null ? [] : [sentLog]), end];
}

const PHASES = ['cooking_started', 'shaders_started', 'shaders_completed', 'packaging_started'];

function engineReports(scope: Scope, build: BuildDraft): Report[] {
  const { job, head, status, startedAt, finishedAt, failure, log } = build;
  const fields = {
    engine: job.buildType,
    target_type: job.targetType,
    ...revisionOf(build),
    branch: head.stream.branch,
    author: { name: head.author.name, email: head.author.email },
    build_url: urlOf(scope, build),
  };
  const until = failure?.step === 'Cook' ? 2 : PHASES.length;
  const share = (finishedAt.getTime() - startedAt.getTime()) / (PHASES.length + 1);
  const phases = PHASES.slice(0, isOver(build) ? until : 2).map((sample, index) => ({
    sample,
    at: after(startedAt, Math.floor(index * share)),
    fields,
  }));
  if (!isOver(build)) return phases;
  const sample = status === 'failed' ? 'build_failed' : 'build_completed';
  return [...phases, { sample, at: finishedAt, fields: { ...fields, log: log ?? undefined } }];
}

const REPORTS: Readonly<Record<string, (scope: Scope, build: BuildDraft) => Report[]>> = {
  jenkins: jenkinsReports,
  buildkite: buildkiteReports,
  game_engine: engineReports,
};

/** The webhooks of a build, from its queue to its end. */
export function reportBuild(scope: Scope, build: BuildDraft): Webhook[] {
  const { job, number, startedAt } = build;
  const reports = REPORTS[integrations[job.integration].provider]?.(scope, build) ?? [];
  return reports.map(({ sample, at, details, fields = {} }, index) => ({
    integration: job.integration,
    sample,
    at,
    details: {
      number,
      job: job.name,
      id: `${job.name}-${number}-${index}`,
      startedAt: startedAt.getTime(),
      ...details,
    },
    fields,
  }));
}
