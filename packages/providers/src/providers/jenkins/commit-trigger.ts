import { type BuildReport, type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { type BuildDetails, Changelist, JOB_NAME_LENGTH, JobName } from '../../shared/build-fields.js';
import {
  Identifier,
  identifierText,
  optional,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  wordText,
} from '../../shared/fields.js';
import { toActor } from '../../shared/people.js';

/** A request to build a commit or changelist. */
export const CommitTrigger = Type.Object(
  {
    commit: optional(Identifier),
    changelist: optional(Changelist),
    branch: WordDetail,
    job_name: optional(JobName),
    author: TextDetail,
    message: TextDetail,
    timestamp: Time,
  },
  {
    anyOf: [
      { required: ['commit'], properties: { commit: Identifier } },
      { required: ['changelist'], properties: { changelist: Changelist } },
    ],
  },
);
export type CommitTrigger = Static<typeof CommitTrigger>;

/** The job if neither the trigger nor the integration names one. */
const DEFAULT_JOB = 'commit-trigger';

/** Reports the change and a queued build of it. */
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
      // The build has no number yet. The change identifies it, so that a repeated trigger updates the same build. The
      // prefix distinguishes changelist 481 from build 481 of the job.
      buildNumber: commit === null ? `changelist-${changelist}` : `commit-${commit}`,
      attempt: 1,
      status: 'queued',
      originalStatus: null,
      reportedAt: receivedAt,
      ...omitEmpty<BuildDetails>({ commitHash: commit, changelist, branch, actor: author }),
    },
  ];
}

/** The job that the integration's triggers start. */
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
