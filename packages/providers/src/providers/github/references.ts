import { type Actor, type Operation, omitEmpty, type ReferenceReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { identifierText, maybe, OptionalText } from '../../fields.js';
import { webAddress } from '../_web-address.js';
import { changeOf } from './commits.js';
import { actorOf, Flag, firstText, firstTime, Id, OptionalSha, Repository, Time, User } from './payload.js';

const shared = {
  number: Id,
  title: OptionalText,
  state: maybe(Type.String({ maxLength: 100 })),
  html_url: OptionalText,
  draft: Flag,
  user: maybe(User),
  assignee: maybe(User),
  assignees: maybe(Type.Array(Type.Union([User, Type.Null()]))),
  updated_at: Time,
};

const Issue = Type.Object({
  ...shared,
  /** Only in the issue that stands for a pull request. */
  pull_request: maybe(Type.Object({ merged_at: Time })),
});

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues and #issue_comment */
export const IssueEvent = Type.Object({ action: OptionalText, issue: Issue, repository: Repository });
export type IssueEvent = Static<typeof IssueEvent>;

const PullRequest = Type.Object({
  ...shared,
  merged: Flag,
  merged_at: Time,
  merge_commit_sha: OptionalSha,
  base: maybe(Type.Object({ ref: OptionalText })),
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

/** An issue changed, or went: deleted, or transferred to a repository where it has another number. */
export function issueChanged({ action, issue, repository }: IssueEvent, context: NormalizeContext): Operation[] {
  const reference = referenceOf(issue, repository, context);
  if (action !== 'deleted' && action !== 'transferred') return [reference];
  // Nothing tells when: `updated_at` is that of the last change before.
  return [{ ...reference, at: context.receivedAt, removed: true }];
}

/** A comment carries its issue or pull request as it now is. */
export function issueCommented({ issue, repository }: IssueEvent, context: NormalizeContext): Operation[] {
  return [referenceOf({ ...issue, merged_at: issue.pull_request?.merged_at }, repository, context)];
}

/** A pull request changed; its merge also names the commit it became. */
export function pullRequestChanged(event: PullRequestEvent, context: NormalizeContext): Operation[] {
  const { action, pull_request: pull, repository } = event;
  const reference = referenceOf(pull, repository, context);
  const sha = firstText(pull.merge_commit_sha);
  // Before the merge, `merge_commit_sha` is a trial that no branch holds.
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

/** Issues and pull requests share their numbers, not their ids; a repository keeps its id when it is renamed. */
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

/** Undefined when the delivery does not say; null when nobody is. */
function assigneeOf({ assignee, assignees }: Item): Actor | null | undefined {
  if (assignee === undefined && assignees == null) return undefined;
  return actorOf(assignee) ?? actorOf(assignees?.[0]);
}

function stateOf({ state, draft, merged, merged_at }: Item): string | null {
  if (merged === true || firstTime(merged_at) !== null) return 'merged';
  return state === 'open' && draft === true ? 'draft' : firstText(state);
}
