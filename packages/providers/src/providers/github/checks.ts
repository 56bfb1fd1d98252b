import { type BuildReport, isTerminal, logTail, type Operation, omitEmpty } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { commitText, identifierText, maybe, OptionalText, optionalCommit } from '../../fields.js';
import type { BuildDetails } from '../_build-fields.js';
import { webAddress } from '../_web-address.js';
import { buildReport, jobKeyOf } from './builds.js';
import {
  firstText,
  firstTime,
  Id,
  isActionsApp,
  OptionalSha,
  Repository,
  Sha,
  spanOf,
  Time,
  User,
} from './payload.js';

const App = maybe(Type.Object({ slug: OptionalText }));

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_run */
export const CheckRunEvent = Type.Object({
  check_run: Type.Object({
    id: Id,
    name: Type.String({ minLength: 1 }),
    status: OptionalText,
    conclusion: OptionalText,
    head_sha: OptionalSha,
    details_url: OptionalText,
    html_url: OptionalText,
    started_at: Time,
    completed_at: Time,
    output: maybe(Type.Object({ summary: OptionalText, text: OptionalText })),
    check_suite: maybe(Type.Object({ head_branch: OptionalText, app: App })),
    app: App,
  }),
  repository: maybe(Repository),
});
export type CheckRunEvent = Static<typeof CheckRunEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#status */
export const StatusEvent = Type.Object({
  sha: Sha,
  context: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  target_url: OptionalText,
  branches: maybe(Type.Array(Type.Object({ name: OptionalText }))),
  updated_at: Time,
  created_at: Time,
  sender: maybe(User),
  repository: maybe(Repository),
});
export type StatusEvent = Static<typeof StatusEvent>;

/** A check of another CI system's app. It has no number but its id, which stays while its state changes. */
export function checkRan(event: CheckRunEvent, { receivedAt }: NormalizeContext): Operation[] {
  const { check_run: check, repository } = event;
  if (isActionsApp(check.app?.slug) || isActionsApp(check.check_suite?.app?.slug)) return [];
  const build = buildReport({
    jobName: check.name,
    ...(repository != null && { jobKey: jobKeyOf(repository, 'check', check.name) }),
    buildNumber: identifierText(check.id),
    attempt: 1,
    word: firstText(check.conclusion, check.status) ?? 'queued',
    reportedAt: firstTime(check.completed_at, check.started_at) ?? receivedAt,
  });
  const terminal = build.status !== null && isTerminal(build.status);
  const finishedAt = terminal ? (firstTime(check.completed_at) ?? receivedAt) : null;
  const details = omitEmpty<BuildDetails>({
    commitHash: optionalCommit(check.head_sha),
    branch: check.check_suite?.head_branch,
    buildUrl: webAddress(check.details_url) ?? webAddress(check.html_url),
    ...spanOf(build.status === 'queued' ? null : firstTime(check.started_at), finishedAt),
    log: logOf(check.output),
  });
  return [{ ...build, ...details }];
}

/** What the app has to say about the outcome: the only log that a check has. */
function logOf(output: CheckRunEvent['check_run']['output']): BuildReport['log'] | null {
  const parts = [output?.summary, output?.text].filter((part) => part != null && part !== '');
  return parts.length === 0 ? null : logTail(parts.join('\n\n'));
}

/**
 * A commit status: the way CI systems without an app report to GitHub. Each state is a status of its own with its own
 * id; what they have in common is context and commit, so a context has one build per commit.
 */
export function statusSet(event: StatusEvent, { receivedAt }: NormalizeContext): Operation[] {
  if (isActionsApp(event.sender?.login)) return [];
  const at = firstTime(event.updated_at, event.created_at) ?? receivedAt;
  const build = buildReport({
    jobName: event.context,
    ...(event.repository != null && { jobKey: jobKeyOf(event.repository, 'status', event.context) }),
    buildNumber: event.sha,
    attempt: 1,
    word: event.state,
    reportedAt: at,
  });
  const [branch, another] = event.branches ?? [];
  const details = omitEmpty<BuildDetails>({
    commitHash: commitText(event.sha),
    // Of several branches that hold the commit, nothing tells which one was built.
    branch: another === undefined ? branch?.name : null,
    buildUrl: webAddress(event.target_url),
    finishedAt: build.status !== null && isTerminal(build.status) ? at : null,
  });
  return [{ ...build, ...details }];
}
