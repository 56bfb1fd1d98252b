import { type Actor, type Operation, omitEmpty, type ReferenceReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  detail,
  detailList,
  identifierText,
  OptionalFlag,
  OptionalText,
  optional,
  TextDetail,
  Time,
  webAddress,
} from '../../shared/fields.js';
import { changeOf } from './commits.js';
import { actorOf, firstText, firstTime, Id, OptionalSha, Repository, User } from './payload.js';

const shared = {
  number: Id,
  title: TextDetail,
  state: optional(Type.String({ maxLength: 100 })),
  html_url: TextDetail,
  draft: OptionalFlag,
  user: detail(User),
  assignee: detail(User),
  assignees: detailList(User),
  updated_at: Time,
};

const Issue = Type.Object({
  ...shared,
  /** Set if the issue is a pull request. */
  pull_request: optional(Type.Object({ merged_at: Time })),
});

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues and #issue_comment */
export const IssueEvent = Type.Object({ action: OptionalText, issue: Issue, repository: Repository });
export type IssueEvent = Static<typeof IssueEvent>;

const PullRequest = Type.Object({
  ...shared,
  merged: OptionalFlag,
  merged_at: Time,
  merge_commit_sha: OptionalSha,
  base: detail(Type.Object({ ref: TextDetail })),
});

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request */
export const PullRequestEvent = Type.Object({
  action: OptionalText,
  pull_request: PullRequest,
  repository: Repository,
});
export type PullRequestEvent = Static<typeof PullRequestEvent>;

type Item = Omit<Static<typeof PullRequest>, 'merge_commit_sha' | 'base'>;
type ItemDetails = Omit<ReferenceReport, 'kind' | 'externalId' | 'key' | 'at'>;

/** Reports an issue. An issue that was deleted, or transferred to another repository, is removed. */
export function issueChanged({ action, issue, repository }: IssueEvent, context: NormalizeContext): Operation[] {
  const reference = referenceOf(issue, repository, context);
  if (action !== 'deleted' && action !== 'transferred') return [reference];
  // GitHub sends no removal time: `updated_at` is the time of the last change before it.
  return [{ ...reference, at: context.receivedAt, removed: true }];
}

/** Reports the issue or pull request of a comment; the event contains its current state. */
export function issueCommented({ issue, repository }: IssueEvent, context: NormalizeContext): Operation[] {
  return [referenceOf({ ...issue, merged_at: issue.pull_request?.merged_at }, repository, context)];
}

/** Reports a pull request and, once merged, its merge commit. */
export function pullRequestChanged(event: PullRequestEvent, context: NormalizeContext): Operation[] {
  const { action, pull_request: pull, repository } = event;
  const reference = referenceOf(pull, repository, context);
  const sha = firstText(pull.merge_commit_sha);
  // Before the merge, `merge_commit_sha` is a test merge that no branch contains.
  if (action !== 'closed' || reference.state !== 'merged' || sha === null) return [reference];
  const { label: name, uid: username } = actorOf(pull.user) ?? { label: null, uid: null };
  const commit = {
    id: sha,
    message: `${pull.title ?? ''} (${reference.key})`.trimStart(),
    timestamp: pull.merged_at,
    author: { name, username },
  };
  const branch = firstText(pull.base?.ref);
  return [reference, changeOf(commit, { repository, branch, receivedAt: context.receivedAt })];
}

/** Issues and pull requests share numbers but not ids; a repository keeps its id when it is renamed. */
function referenceOf(item: Item, repository: Repository, { receivedAt }: NormalizeContext): ReferenceReport {
  const number = identifierText(item.number);
  const assignee = assigneeOf(item);
  return {
    kind: 'reference',
    externalId: `${repository.id ?? repository.full_name}#${number}`,
    key: `${repository.full_name}#${number}`,
    at: firstTime(item.updated_at) ?? receivedAt,
    ...omitEmpty<ItemDetails>({ title: item.title, state: stateOf(item), url: webAddress(item.html_url) }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}

/** Undefined if the event does not contain the assignee; null if nobody is assigned. */
function assigneeOf({ assignee, assignees }: Item): Actor | null | undefined {
  if (assignee === undefined && assignees == null) return undefined;
  return actorOf(assignee) ?? actorOf(assignees?.[0]);
}

function stateOf({ state, draft, merged, merged_at }: Item): string | null {
  if (merged === true || firstTime(merged_at) !== null) return 'merged';
  return state === 'open' && draft === true ? 'draft' : firstText(state);
}
