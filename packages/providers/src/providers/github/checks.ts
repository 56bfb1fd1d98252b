import {
  type BuildReport,
  isTerminal,
  type Operation,
  omitEmpty,
  STATUS_PREFIX,
  unmaskedLogTail,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import type { BuildDetails } from '../../shared/build-fields.js';
import {
  commitText,
  detail,
  detailList,
  identifierText,
  OptionalText,
  optional,
  optionalCommit,
  TextDetail,
  Time,
  webAddress,
} from '../../shared/fields.js';
import { buildReport, jobKeyOf } from './builds.js';
import { firstText, firstTime, Id, isActionsApp, Repository, Sha, ShaDetail, spanOf, User } from './payload.js';

const App = detail(Type.Object({ slug: TextDetail }));

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_run */
export const CheckRunEvent = Type.Object({
  check_run: Type.Object({
    id: Id,
    name: Type.String({ minLength: 1 }),
    status: OptionalText,
    conclusion: OptionalText,
    head_sha: ShaDetail,
    details_url: TextDetail,
    html_url: TextDetail,
    started_at: Time,
    completed_at: Time,
    output: detail(Type.Object({ summary: TextDetail, text: TextDetail })),
    check_suite: detail(Type.Object({ head_branch: TextDetail, app: App })),
    app: App,
  }),
  repository: optional(Repository),
});
export type CheckRunEvent = Static<typeof CheckRunEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#status */
export const StatusEvent = Type.Object({
  sha: Sha,
  context: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  target_url: TextDetail,
  branches: detailList(Type.Object({ name: TextDetail })),
  updated_at: Time,
  created_at: Time,
  sender: detail(User),
  repository: optional(Repository),
});
export type StatusEvent = Static<typeof StatusEvent>;

/** Reports a check by another CI system's app as a build. Its id, the same in every update, is the build number. */
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

/** A check has no log, only the text that its app wrote. */
function logOf(output: CheckRunEvent['check_run']['output']): BuildReport['log'] | null {
  const parts = [output?.summary, output?.text].filter((part) => part != null && part !== '');
  return parts.length === 0 ? null : unmaskedLogTail(parts.join('\n\n'));
}

/** Removes the text that serves as a check's log. */
export function withoutOutput(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { check_run: check } = payload;
  if (typeof check !== 'object' || check === null) return payload;
  return { ...payload, check_run: { ...check, output: null } };
}

/**
 * Reports a commit status as a build; CI systems without an app use it. Every update has a new id, so context and
 * commit identify the build.
 */
export function statusSet(event: StatusEvent, { receivedAt }: NormalizeContext): Operation[] {
  // Slipway's own statuses describe builds that it already knows.
  if (isActionsApp(event.sender?.login) || event.context.startsWith(STATUS_PREFIX)) return [];
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
    // If several branches contain the commit, it is unknown which one was built.
    branch: another === undefined ? branch?.name : null,
    buildUrl: webAddress(event.target_url),
    finishedAt: build.status !== null && isTerminal(build.status) ? at : null,
  });
  return [{ ...build, ...details }];
}
