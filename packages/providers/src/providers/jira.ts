import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../define-provider.js';
import { Identifier, identifierText, Key, maybe, OptionalText } from '../fields.js';
import { hmac } from '../signatures/hmac.js';
import { cutName, Handle } from './_build-fields.js';
import { formerKeysIn } from './_former-keys.js';
import { actor } from './_people.js';
import { webAddress } from './_web-address.js';

/** Cloud has `accountId`, Data Center `name`. */
const Person = Type.Object({
  accountId: OptionalText,
  name: OptionalText,
  displayName: OptionalText,
  emailAddress: OptionalText,
});
type Person = Static<typeof Person>;

const STATE_LENGTH = 255;

const issue = {
  id: maybe(Identifier),
  key: Key,
  self: OptionalText,
  fields: maybe(
    Type.Object({
      summary: OptionalText,
      status: maybe(Type.Union([Type.String({ maxLength: STATE_LENGTH }), Type.Object({ name: Handle })])),
      assignee: maybe(Person),
      updated: Type.Optional(Type.Unknown()),
    }),
  ),
};
const Issue = Type.Object(issue);

const common = {
  timestamp: Type.Optional(Type.Unknown()),
  changelog: maybe(Type.Object({ items: maybe(Type.Array(Type.Object({ field: OptionalText }))) })),
};

const IssueEvent = Type.Object({ ...common, issue: Issue });

/** Comments come with a thin issue, or with none. */
const CommentEvent = Type.Object({ ...common, issue: maybe(Issue) });
type CommentEvent = Static<typeof CommentEvent>;

/** What an Automation rule sends: the issue under its name, or as the whole body. */
const AutomationEvent = Type.Union([IssueEvent, Type.Object({ ...issue, issue: maybe(Issue) })]);
type AutomationEvent = Static<typeof AutomationEvent>;

function issueReported(payload: CommentEvent, { receivedAt, event }: NormalizeContext): ReferenceReport[] {
  const { issue, timestamp, changelog } = payload;
  if (issue == null) return [];
  const { id, key, self } = issue;
  const fields = issue.fields ?? {};
  const { status } = fields;
  return [
    {
      kind: 'reference',
      externalId: identifierText(id ?? key),
      key,
      at: readProviderTime(timestamp) ?? readProviderTime(fields.updated) ?? receivedAt,
      ...omitEmpty<Pick<ReferenceReport, 'formerKeys' | 'title' | 'state' | 'url'>>({
        formerKeys: formerKeysIn(changelog?.items?.map(keyChangedFrom)),
        title: fields.summary ?? changedTo(changelog, 'summary'),
        state: (typeof status === 'string' ? status : status?.name) ?? stateChangedTo(changelog),
        url: browseUrl(self, key),
      }),
      ...(fields.assignee === undefined ? {} : { assignee: toAssignee(fields.assignee) }),
      ...(event === 'jira:issue_deleted' ? { removed: true } : {}),
    },
  ];
}

function automationReported(payload: AutomationEvent, context: NormalizeContext): ReferenceReport[] {
  return issueReported('key' in payload && payload.issue == null ? { issue: payload } : payload, context);
}

function toAssignee(person: Person | null): Actor | null {
  const uid = person?.accountId || person?.name || person?.emailAddress?.toLowerCase() || null;
  const label = person?.displayName || person?.name || person?.emailAddress || uid;
  return label ? actor({ label, uid }, person?.emailAddress) : null;
}

/** A changelog item has its new value under `toString`, a name every object already has. */
function changedTo(changelog: CommentEvent['changelog'], field: string): string | undefined {
  const item: Readonly<Record<string, unknown>> | undefined = changelog?.items?.findLast(
    (one) => one.field === field,
  );
  if (item === undefined || !Object.hasOwn(item, 'toString')) return undefined;
  const { toString: value } = item;
  return typeof value === 'string' ? value : undefined;
}

/** The key that an issue had before it was moved to another project. */
function keyChangedFrom(item: Readonly<Record<string, unknown>>): unknown {
  return item['field'] === 'Key' ? item['fromString'] : undefined;
}

function stateChangedTo(changelog: CommentEvent['changelog']): string | undefined {
  const state = changedTo(changelog, 'status');
  return state === undefined ? undefined : cutName(state, STATE_LENGTH);
}

/** `self` is the issue's REST address: what stands before `/rest/` is the site, unless it is the API gateway's. */
function browseUrl(self: string | null | undefined, key: string): string | undefined {
  const site = self?.split('/rest/', 1)[0] ?? '';
  if (!self?.includes('/rest/') || site.startsWith('https://api.atlassian.com')) return undefined;
  return webAddress(`${site}/browse/${key}`);
}

export const provider = defineProvider({
  id: 'jira',
  label: 'Jira Cloud',
  docs: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  endpoints: [{ path: 'jira' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-atlassian-webhook-identifier'] ?? null,
  eventName: ({ payload: { webhookEvent } }) => (typeof webhookEvent === 'string' ? webhookEvent : 'issue'),
  events: {
    'jira:issue_created': on(IssueEvent, issueReported),
    'jira:issue_updated': on(IssueEvent, issueReported),
    'jira:issue_deleted': on(IssueEvent, issueReported),
    comment_created: on(CommentEvent, issueReported),
    comment_updated: on(CommentEvent, issueReported),
    comment_deleted: on(CommentEvent, issueReported),
    issue: on(AutomationEvent, automationReported),
  },
  ignored: [
    ...['created', 'updated', 'deleted', 'started', 'closed'].map((action) => `sprint_${action}`),
    ...['created', 'updated', 'deleted', 'configuration_changed'].map((action) => `board_${action}`),
    ...['created', 'updated', 'deleted'].flatMap((action) => [
      `worklog_${action}`,
      `user_${action}`,
      `filter_${action}`,
      `issuetype_${action}`,
      `project_${action}`,
      `jira:version_${action}`,
    ]),
    ...['soft_deleted', 'restored_deleted', 'archived', 'restored_archived'].map((action) => `project_${action}`),
    ...['released', 'unreleased', 'moved'].map((action) => `jira:version_${action}`),
    'jira:worklog_updated',
    'issuelink_created',
    'issuelink_deleted',
    'attachment_created',
    'attachment_deleted',
    'issue_property_set',
    'issue_property_deleted',
    'jira_expression_evaluation_failed',
    ...['voting', 'watching', 'unassigned_issues', 'subtasks', 'attachments', 'issuelinks', 'timetracking'].map(
      (option) => `option_${option}_changed`,
    ),
  ],
});
