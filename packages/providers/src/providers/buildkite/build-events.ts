import type { BuildStatus } from '@slipway/contracts';
import {
  type BuildReport,
  buildStatusOfWord,
  isOver,
  isTerminal,
  omitEmpty,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { type BuildDetails, BuildNumber, JobName, toSuites } from '../../shared/build-fields.js';
import {
  detail,
  identifierText,
  OptionalFlag,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  webAddress,
  wordText,
} from '../../shared/fields.js';
import { Account, toActor } from '../../shared/people.js';

/** The build and its pipeline, which every event contains. */
export const BuildEvent = Type.Object({
  build: Type.Object({
    number: BuildNumber,
    state: Type.String({ minLength: 1 }),
    blocked: OptionalFlag,
    commit: WordDetail,
    branch: WordDetail,
    web_url: TextDetail,
    creator: detail(Account),
    author: detail(Account),
    created_at: Time,
    scheduled_at: Time,
    started_at: Time,
    finished_at: Time,
    // Set by `buildkite-agent meta-data set slipway:expects_tests "EditMode,PlayMode"`.
    meta_data: detail(Type.Object({ 'slipway:expects_tests': TextDetail })),
  }),
  pipeline: Type.Object({ slug: JobName }),
});
export type BuildEvent = Static<typeof BuildEvent>;
type Build = BuildEvent['build'];

/** Buildkite states that the table of CI words lacks. */
const OWN_STATES = new Map<string, BuildStatus>([
  ['creating', 'queued'],
  ['canceling', 'building'],
  ['waiting_failed', 'failed'],
]);

/** The build may have changed since the event, so its state counts rather than the event name. */
function statusOf({ state, blocked }: Build): BuildStatus | null {
  const status = OWN_STATES.get(state) ?? buildStatusOfWord(state);
  return status === 'completed' && blocked === true ? 'passed_pending_approval' : status;
}

export function buildChanged({ build, pipeline }: BuildEvent, { receivedAt }: NormalizeContext): BuildReport[] {
  const status = statusOf(build);
  const finishedAt = readProviderTime(build.finished_at);
  return [
    {
      ...identityOf(build, pipeline.slug),
      status,
      originalStatus: status === null ? build.state : null,
      reportedAt: reportedAt(build, status) ?? receivedAt,
      ...omitEmpty<BuildDetails>({
        ...detailsOf(build),
        startedAt: readProviderTime(build.started_at),
        finishedAt: isOver(status) ? (finishedAt ?? receivedAt) : null,
      }),
    },
  ];
}

/** When the build entered its state. Unknown while running: after an unblock, it still has its first start time. */
function reportedAt(build: Build, status: BuildStatus | null): number | null {
  if (status === 'queued') return readProviderTime(build.scheduled_at) ?? readProviderTime(build.created_at);
  return status !== null && isTerminal(status) ? readProviderTime(build.finished_at) : null;
}

/** A rebuild gets a new number, so every build has only one attempt. */
export function identityOf({ number }: Pick<Build, 'number'>, slug: string) {
  return { kind: 'build_report', jobName: slug, buildNumber: identifierText(number), attempt: 1 } as const;
}

/** The details of a build, without its state. */
export function detailsOf({ commit, branch, web_url: page, creator, author, meta_data: data }: Build) {
  return {
    commitHash: commit === 'HEAD' ? null : optionalCommit(commit),
    branch: wordText(branch),
    buildUrl: webAddress(page),
    actor: toActor(creator ?? author),
    expectedSuites: toSuites(data?.['slipway:expects_tests']?.split(',').filter((suite) => suite.trim() !== '')),
  };
}
