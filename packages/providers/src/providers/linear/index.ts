import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on, type ReceivedEvent } from '../../define-provider.js';
import {
  detail,
  Identifier,
  identifierText,
  Key,
  OptionalFlag,
  OptionalIdentifier,
  OptionalKey,
  optional,
  TextDetail,
  Time,
  webAddress,
} from '../../shared/fields.js';
import { readFormerKeys } from '../../shared/former-keys.js';
import { actor } from '../../shared/people.js';
import { freshBodyHmac } from '../../signatures/fresh-body-hmac.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

/** Old payloads lack the identifier, which consists of the team's key and the issue's number. */
const Named = Type.Union([
  Type.Object({ identifier: Key }),
  Type.Object({ number: Identifier, team: Type.Object({ key: Key }) }),
]);

const Issue = Type.Intersect([
  Named,
  Type.Object({
    id: Identifier,
    identifier: OptionalKey,
    number: optional(Identifier),
    team: optional(Type.Object({ key: OptionalKey })),
    title: TextDetail,
    url: TextDetail,
    state: optional(Type.Object({ name: OptionalKey })),
    assignee: detail(Type.Object({ id: Identifier, name: TextDetail, email: TextDetail })),
    assigneeId: TextDetail,
    updatedAt: Time,
    archivedAt: OptionalIdentifier,
    trashed: OptionalFlag,
    previousIdentifiers: Type.Optional(Type.Unknown()),
  }),
]);
type Issue = Static<typeof Issue>;

const IssueEvent = Type.Object({
  data: Issue,
  url: TextDetail,
  createdAt: Time,
  updatedFrom: detail(Type.Record(Type.String(), Type.Unknown())),
});
type IssueEvent = Static<typeof IssueEvent>;

function issueReported(payload: IssueEvent, { receivedAt, event }: NormalizeContext): ReferenceReport[] {
  const { data, url, createdAt } = payload;
  const updatedFrom = payload.updatedFrom ?? {};
  return [
    {
      kind: 'reference',
      externalId: identifierText(data.id),
      key: data.identifier || `${data.team?.key}-${data.number}`,
      at: readProviderTime(createdAt) ?? readProviderTime(data.updatedAt) ?? receivedAt,
      ...omitEmpty<Pick<ReferenceReport, 'formerKeys' | 'title' | 'state' | 'url'>>({
        formerKeys: readFormerKeys(data.previousIdentifiers),
        title: data.title,
        state: data.state?.name,
        url: webAddress(url) ?? webAddress(data.url),
      }),
      ...assigneeOf(data, updatedFrom),
      ...removalOf(data, updatedFrom, event),
    },
  ];
}

type Previous = Readonly<Record<string, unknown>>;

/** The uid is Linear's user id; the email address may be missing, or change. */
function assigneeOf({ assignee, assigneeId }: Issue, updatedFrom: Previous): { assignee?: Actor | null } {
  if (assignee != null) {
    const uid = identifierText(assignee.id);
    return { assignee: actor({ label: assignee.name || uid, uid }, assignee.email) };
  }
  if (assigneeId) return { assignee: { label: assigneeId, uid: assigneeId } };
  // An unassigned issue omits the field, so only `updatedFrom` shows that the assignee was removed.
  const cleared = assignee === null || assigneeId === null || Object.hasOwn(updatedFrom, 'assigneeId');
  return cleared ? { assignee: null } : {};
}

function removalOf(issue: Issue, { archivedAt, trashed }: Previous, event: string): { removed?: boolean } {
  if (event === 'Issue.remove' || issue.trashed === true || issue.archivedAt != null) return { removed: true };
  const wasRemoved = event === 'Issue.restore' || trashed === true || archivedAt != null;
  return wasRemoved ? { removed: false } : {};
}

/** The type and the action, such as `Issue.create`. */
function eventName({ headers, payload: { type, action } }: ReceivedEvent): string | null {
  const subject = typeof type === 'string' ? type : headers['linear-event'];
  return subject === undefined || typeof action !== 'string' ? null : `${subject}.${action}`;
}

const ACTIONS = ['create', 'update', 'remove', 'restore'] as const;

/** Comments are ignored too: they contain only the id of their issue. */
const OTHER_TYPES = [
  'Comment',
  'Attachment',
  'AuditEntry',
  'Customer',
  'CustomerNeed',
  'Cycle',
  'Document',
  'Initiative',
  'InitiativeUpdate',
  'IssueLabel',
  'IssueRelation',
  'Project',
  'ProjectLabel',
  'ProjectUpdate',
  'Reaction',
  'Release',
  'ReleaseNote',
  'User',
] as const;

export const provider = defineProvider({
  id: 'linear',
  setup,
  docs: 'https://linear.app/developers/webhooks',
  endpoints: [{ path: 'linear' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: freshBodyHmac({ header: 'linear-signature', timestampField: 'webhookTimestamp' }),
  storedHeaders: ['linear-event', 'linear-delivery'],
  deliveryId: ({ headers }) => headers['linear-delivery'] ?? null,
  eventSource: 'the event name (type and action)',
  eventName,
  events: {
    'Issue.create': on(IssueEvent, issueReported),
    'Issue.update': on(IssueEvent, issueReported),
    'Issue.remove': on(IssueEvent, issueReported),
    'Issue.restore': on(IssueEvent, issueReported),
  },
  ignored: [
    ...OTHER_TYPES.flatMap((type) => ACTIONS.map((action) => `${type}.${action}`)),
    ...['set', 'highRisk', 'breached'].map((action) => `IssueSLA.${action}`),
    ...['created', 'prompted'].map((action) => `AgentSessionEvent.${action}`),
    'OAuthAuthorization.create',
    'OAuthAuthorization.revoke',
    'OAuthApp.revoked',
    'PermissionChange.teamAccessChanged',
  ],
  testEvent,
  sampleEvents,
  lifeCycle,
});
