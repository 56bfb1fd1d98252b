import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on, type ReceivedEvent } from '../../define-provider.js';
import { cutName } from '../../shared/build-fields.js';
import {
  detail,
  detailList,
  Identifier,
  identifierText,
  Key,
  OptionalKey,
  optional,
  TextDetail,
  Time,
  webAddress,
} from '../../shared/fields.js';
import { readFormerKeys } from '../../shared/former-keys.js';
import { actor } from '../../shared/people.js';
import { hmac } from '../../signatures/hmac.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

/** Cloud has `accountId`, Data Center `name`. */
const Person = Type.Object({
  accountId: TextDetail,
  name: TextDetail,
  displayName: TextDetail,
  emailAddress: TextDetail,
});
type Person = Static<typeof Person>;

const STATE_LENGTH = 255;

const issue = {
  id: optional(Identifier),
  key: Key,
  self: TextDetail,
  fields: optional(
    Type.Object({
      summary: TextDetail,
      status: optional(Type.Union([Type.String({ maxLength: STATE_LENGTH }), Type.Object({ name: OptionalKey })])),
      assignee: detail(Person),
      updated: Time,
    }),
  ),
};
const Issue = Type.Object(issue);

const common = {
  timestamp: Time,
  changelog: detail(Type.Object({ items: detailList(Type.Object({ field: TextDetail })) })),
};

const IssueEvent = Type.Object({ ...common, issue: Issue });

/** Comment events contain a reduced issue, or none. */
const CommentEvent = Type.Object({ ...common, issue: optional(Issue) });
type CommentEvent = Static<typeof CommentEvent>;

/** What an Automation rule sends: the issue under `issue`, or as the whole body. */
const AutomationEvent = Type.Union([IssueEvent, Type.Object({ ...issue, issue: optional(Issue) })]);
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
        formerKeys: readFormerKeys(changelog?.items?.map(keyChangedFrom)),
        title: fields.summary ?? changedTo(changelog, 'summary'),
        state: (typeof status === 'string' ? status : status?.name) ?? stateChangedTo(changelog),
        url: browseUrl(self, key),
      }),
      ...assigneeOf(fields.assignee),
      ...(event === 'jira:issue_deleted' ? { removed: true } : {}),
    },
  ];
}

function automationReported(payload: AutomationEvent, context: NormalizeContext): ReferenceReport[] {
  return issueReported('key' in payload && payload.issue == null ? { issue: payload } : payload, context);
}

/** Null means that nobody is assigned; a person without a name is ignored. */
function assigneeOf(person: Person | null | undefined): { assignee?: Actor | null } {
  if (person == null) return person === null ? { assignee: null } : {};
  const uid = person.accountId || person.name || person.emailAddress?.toLowerCase() || null;
  const label = person.displayName || person.name || person.emailAddress || uid;
  return label ? { assignee: actor({ label, uid }, person.emailAddress) } : {};
}

/** A changelog item has its new value in `toString`, a property that every object inherits. */
function changedTo(changelog: CommentEvent['changelog'], field: string): string | undefined {
  const item: Readonly<Record<string, unknown>> | undefined = changelog?.items?.findLast(
    (entry) => entry.field === field,
  );
  if (item === undefined || !Object.hasOwn(item, 'toString')) return undefined;
  const { toString: value } = item;
  return typeof value === 'string' ? value : undefined;
}

/** The key of an issue before it was moved to another project. */
function keyChangedFrom(item: Readonly<Record<string, unknown>>): unknown {
  return item['field'] === 'Key' ? item['fromString'] : undefined;
}

function stateChangedTo(changelog: CommentEvent['changelog']): string | undefined {
  const state = changedTo(changelog, 'status');
  return state === undefined ? undefined : cutName(state, STATE_LENGTH);
}

/** `self` is the issue's REST URL: the part before `/rest/` is the site, unless it is the API gateway. */
function browseUrl(self: string | null | undefined, key: string): string | undefined {
  const site = self?.split('/rest/', 1)[0] ?? '';
  if (!self?.includes('/rest/') || site.startsWith('https://api.atlassian.com')) return undefined;
  return webAddress(`${site}/browse/${key}`);
}

/** Automation rules send no event name. */
function eventName({ payload: { webhookEvent } }: ReceivedEvent): string | null {
  const name = webhookEvent ?? 'issue';
  return typeof name === 'string' ? name : null;
}

const NO_ISSUE = 'The comment event contains no issue.';

export const provider = defineProvider({
  id: 'jira',
  setup,
  docs: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  endpoints: [{ path: 'jira' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
  storedHeaders: ['x-atlassian-webhook-identifier', 'x-atlassian-webhook-flow', 'x-atlassian-webhook-retry'],
  deliveryId: ({ headers }) => headers['x-atlassian-webhook-identifier'] ?? null,
  eventSource: 'a string in webhookEvent',
  eventName,
  events: {
    'jira:issue_created': on(IssueEvent, issueReported),
    'jira:issue_updated': on(IssueEvent, issueReported),
    'jira:issue_deleted': on(IssueEvent, issueReported),
    comment_created: on(CommentEvent, issueReported, { emptyReason: NO_ISSUE }),
    comment_updated: on(CommentEvent, issueReported, { emptyReason: NO_ISSUE }),
    comment_deleted: on(CommentEvent, issueReported, { emptyReason: NO_ISSUE }),
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
  testEvent,
  sampleEvents,
  lifeCycle,
});
