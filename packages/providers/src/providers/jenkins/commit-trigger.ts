import { type BuildReport, type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
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
import { type BuildDetails, Changelist, JOB_NAME_LENGTH, JobName } from '../_build-fields.js';
import { toActor } from '../_people.js';

/** A commit or changelist that a build is wanted of. */
export const CommitTrigger = Type.Object(
  {
    commit: maybe(Identifier),
    changelist: maybe(Changelist),
    branch: OptionalIdentifier,
    job_name: maybe(JobName),
    author: OptionalText,
    message: OptionalText,
    timestamp: Type.Optional(Type.Unknown()),
  },
  {
    anyOf: [
      { required: ['commit'], properties: { commit: Identifier } },
      { required: ['changelist'], properties: { changelist: Changelist } },
    ],
  },
);
export type CommitTrigger = Static<typeof CommitTrigger>;

/** The job of triggers that name none, of integrations that name none either. */
const DEFAULT_JOB = 'commit-trigger';

/** The change, if it is new, and a build of it that waits. */
export function commitTriggered(
  payload: CommitTrigger,
  { receivedAt, config }: NormalizeContext,
): [ChangeReport, BuildReport] {
  const author = toActor(payload.author);
  const changelist = payload.changelist == null ? null : identifierText(payload.changelist).trim();
  const branch = wordText(payload.branch);
  const commit = optionalCommit(payload.commit);
  return [
    {
      kind: 'change',
      repository: '',
      secondHand: true,
      ...identityOf(commit, changelist),
      timestamp: readProviderTime(payload.timestamp) ?? receivedAt,
      ...omitEmpty<Pick<ChangeReport, 'branch' | 'author' | 'description'>>({
        branch,
        author,
        description: payload.message,
      }),
    },
    {
      kind: 'build_report',
      jobName: payload.job_name ?? jobToStart(config) ?? DEFAULT_JOB,
      // Nobody has numbered this build yet. The change gives it a name that stays the same on every repeat; the word
      // before it keeps changelist 481 apart from the job's own build 481.
      buildNumber: commit === null ? `changelist-${changelist}` : `commit-${commit}`,
      attempt: 1,
      status: 'queued',
      originalStatus: null,
      reportedAt: receivedAt,
      ...omitEmpty<BuildDetails>({ commitHash: commit, changelist, branch, actor: author }),
    },
  ];
}

/** The job that the integration says triggers start. */
function jobToStart({ job_name: name }: NormalizeContext['config']): string | null {
  return typeof name === 'string' && name !== '' && name.length <= JOB_NAME_LENGTH ? name : null;
}

const SHA = /^[0-9a-f]{40,64}$/i;

function identityOf(commit: string | null, changelist: string | null) {
  if (commit === null) {
    const identifier = changelist ?? '';
    return { identifier, displayIdentifier: `CL ${identifier}`, sourceType: 'Changelist' as const };
  }
  return {
    identifier: commit,
    displayIdentifier: SHA.test(commit) ? commit.slice(0, 8) : commit,
    sourceType: 'GitCommit' as const,
  };
}
