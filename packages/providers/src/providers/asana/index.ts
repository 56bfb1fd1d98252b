import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type HandshakeRequest, type NormalizeContext, on } from '../../define-provider.js';
import {
  detail,
  Identifier,
  identifierText,
  OptionalText,
  optional,
  readIdentifier,
  TextDetail,
  Time,
} from '../../shared/fields.js';
import { hmac } from '../../signatures/hmac.js';
import { sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const Compact = Type.Object({ gid: Identifier, resource_type: OptionalText, name: TextDetail });

const TaskEvents = Type.Object({
  events: Type.Array(
    Type.Object({
      action: OptionalText,
      created_at: Time,
      resource: optional(Compact),
      change: detail(Type.Object({ field: TextDetail, new_value: Type.Optional(Type.Unknown()) })),
    }),
  ),
});
type TaskEvents = Static<typeof TaskEvents>;
type TaskEvent = TaskEvents['events'][number];

/**
 * One user action sends many events; only those about tasks matter. Asana sends neither title nor state, which only its
 * API has, so a reference consists of its id and address.
 */
function tasksReported({ events }: TaskEvents, { receivedAt }: NormalizeContext): ReferenceReport[] {
  const reports = events.flatMap((event) => taskReported(event, receivedAt));
  return [...new Map(reports.map((report) => [JSON.stringify(report), report])).values()];
}

function taskReported(event: TaskEvent, receivedAt: number): ReferenceReport[] {
  const { resource, action } = event;
  if (resource == null || resource.resource_type !== 'task') return [];
  const gid = identifierText(resource.gid);
  return [
    {
      kind: 'reference',
      externalId: gid,
      key: gid,
      at: readProviderTime(event.created_at) ?? receivedAt,
      ...omitEmpty<Pick<ReferenceReport, 'title' | 'url'>>({
        title: resource.name,
        url: `https://app.asana.com/0/0/${gid}`,
      }),
      ...assigneeOf(event),
      // `removed` means only that the task was removed from a project or section.
      ...(action === 'deleted' || action === 'undeleted' ? { removed: action === 'deleted' } : {}),
    },
  ];
}

/** Asana sends only the id of the assigned user. */
function assigneeOf({ change }: TaskEvent): { assignee?: Actor | null } {
  if (change?.field !== 'assignee') return {};
  const user = change.new_value;
  if (user == null) return { assignee: null };
  const gid = typeof user === 'object' && 'gid' in user ? readIdentifier(user.gid) : undefined;
  return gid === undefined ? {} : { assignee: { label: gid, uid: gid } };
}

/** Asana sends the secret of a new webhook once and expects it back. */
function handshake({ headers }: HandshakeRequest) {
  const secret = headers['x-hook-secret'];
  if (secret === undefined || !/^[\x21-\x7e]{1,512}$/.test(secret)) return null;
  return { status: 200, body: null, headers: { 'X-Hook-Secret': secret }, secret } as const;
}

export const provider = defineProvider({
  id: 'asana',
  setup,
  docs: 'https://developers.asana.com/docs/webhooks-guide',
  endpoints: [{ path: 'asana' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: hmac({ header: 'x-hook-signature' }),
  handshake,
  secretByHandshake: true,
  deliveryId: () => null,
  /** An empty list is a heartbeat, sent every 8 hours. Asana deletes a webhook that does not answer it. */
  eventName: ({ payload: { events } }) => (Array.isArray(events) && events.length === 0 ? 'heartbeat' : 'events'),
  events: { events: on(TaskEvents, tasksReported, { emptyReason: 'None of the events is about a task.' }) },
  ignored: ['heartbeat'],
  testEvent,
  sampleEvents,
});
