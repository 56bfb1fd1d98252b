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
import {
  Identifier,
  identifierText,
  maybe,
  OptionalIdentifier,
  OptionalText,
  optionalCommit,
  wordText,
} from '../../fields.js';
import { type BuildDetails, BuildNumber, JobName } from '../_build-fields.js';
import { toActor } from '../_people.js';
import { webAddress } from '../_web-address.js';

/** Read with `readProviderTime`, whatever it is. */
export const Time = Type.Optional(Type.Unknown());

const BuildkitePerson = Type.Object({ id: maybe(Identifier), name: OptionalText, email: OptionalText });

/** A build and its pipeline, as every event carries them. */
export const BuildEvent = Type.Object({
  build: Type.Object({
    number: BuildNumber,
    state: Type.String({ minLength: 1 }),
    blocked: maybe(Type.Boolean()),
    commit: OptionalIdentifier,
    branch: OptionalIdentifier,
    web_url: OptionalText,
    creator: maybe(BuildkitePerson),
    author: maybe(BuildkitePerson),
    created_at: Time,
    scheduled_at: Time,
    started_at: Time,
    finished_at: Time,
  }),
  pipeline: Type.Object({ slug: JobName }),
});
export type BuildEvent = Static<typeof BuildEvent>;
type Build = BuildEvent['build'];

/** States of a build that the table of CI words does not have. */
const OWN_STATES = new Map<string, BuildStatus>([
  ['creating', 'queued'],
  ['canceling', 'building'],
  ['waiting_failed', 'failed'],
]);

/** The object may be newer than the event that carries it, so its state is trusted and the event's name is not. */
function statusOf({ state, blocked }: Build): BuildStatus | null {
  const status = OWN_STATES.get(state) ?? buildStatusOfWord(state);
  return status === 'completed' && blocked === true ? 'passed_pending_approval' : status;
}

/** Where the build stands. */
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
        ...describe(build),
        startedAt: readProviderTime(build.started_at),
        finishedAt: isOver(status) ? (finishedAt ?? receivedAt) : null,
      }),
    },
  ];
}

/**
 * When the build came to its state, as far as it tells. A running build does not: one that was unblocked runs again
 * with its old start.
 */
function reportedAt(build: Build, status: BuildStatus | null): number | null {
  if (status === 'queued') return readProviderTime(build.scheduled_at) ?? readProviderTime(build.created_at);
  return status !== null && isTerminal(status) ? readProviderTime(build.finished_at) : null;
}

/** A rebuild gets a number of its own, so that there is only ever one attempt. */
export function identityOf({ number }: Build, slug: string) {
  return { kind: 'build_report', jobName: slug, buildNumber: identifierText(number), attempt: 1 } as const;
}

/** What any event tells of the build, its state aside. */
export function describe({ commit, branch, web_url: page, creator, author }: Build) {
  return {
    commitHash: commit === 'HEAD' ? null : optionalCommit(commit),
    branch: wordText(branch),
    buildUrl: webAddress(page),
    actor: toActor(creator ?? author),
  };
}
