import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type HandshakeRequest, type NormalizeContext, on } from '../define-provider.js';
import { Identifier, identifierIn, identifierText, maybe, OptionalText } from '../fields.js';
import { hmac } from '../signatures/hmac.js';

const Compact = Type.Object({ gid: Identifier, resource_type: OptionalText, name: OptionalText });

const TaskEvents = Type.Object({
  events: Type.Array(
    Type.Object({
      action: OptionalText,
      created_at: Type.Optional(Type.Unknown()),
      resource: maybe(Compact),
      change: maybe(Type.Object({ field: OptionalText, new_value: Type.Optional(Type.Unknown()) })),
    }),
  ),
});
type TaskEvents = Static<typeof TaskEvents>;
type TaskEvent = TaskEvents['events'][number];

/**
 * One act of a person is many events, of which those about tasks count. They are compact: without the title and the
 * state, which only Asana's API tells, so a reference is a stub with its address.
 */
function tasksReported({ events }: TaskEvents, { receivedAt }: NormalizeContext): ReferenceReport[] {
  const reports = events.flatMap((event) => taskReported(event, receivedAt));
  return [...new Map(reports.map((report) => [JSON.stringify(report), report])).values()];
}

function taskReported(event: TaskEvent, receivedAt: number): ReferenceReport[] {
  const { resource, action, change } = event;
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
      ...(change?.field === 'assignee' ? { assignee: toAssignee(change.new_value) } : {}),
      // `removed` only means out of a project or section.
      ...(action === 'deleted' || action === 'undeleted' ? { removed: action === 'deleted' } : {}),
    },
  ];
}

/** Only the user's id is told. */
function toAssignee(user: unknown): Actor | null {
  const gid = typeof user === 'object' && user !== null && 'gid' in user ? identifierIn(user.gid) : undefined;
  return gid === undefined ? null : { label: gid, uid: gid };
}

/** Asana tells the secret of a new webhook once and wants it echoed. */
function handshake({ headers }: HandshakeRequest) {
  const secret = headers['x-hook-secret'];
  if (secret === undefined || !/^[\x21-\x7e]{1,512}$/.test(secret)) return null;
  return { status: 200, body: null, headers: { 'X-Hook-Secret': secret }, secret } as const;
}

export const provider = defineProvider({
  id: 'asana',
  label: 'Asana',
  docs: 'https://developers.asana.com/docs/webhooks-guide',
  endpoints: [{ path: 'asana' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: hmac({ header: 'x-hook-signature' }),
  handshake,
  deliveryId: () => null,
  /** An empty list is a sign of life, sent every 8 hours; a webhook whose heartbeats are not answered is deleted. */
  eventName: ({ payload: { events } }) => (Array.isArray(events) && events.length === 0 ? 'heartbeat' : 'events'),
  events: { events: on(TaskEvents, tasksReported) },
  ignored: ['heartbeat'],
});
