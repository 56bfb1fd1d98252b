import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type Handshake, type NormalizeContext, on } from '../define-provider.js';
import { Identifier, identifierIn, maybe, OptionalText } from '../fields.js';
import { jwtHs256 } from '../signatures/jwt-hs256.js';
import { cutName } from './_build-fields.js';

/** Items were once called pulses; archiving, deleting and restoring name them the new way. */
const ItemEvent = Type.Intersect([
  Type.Union([Type.Object({ pulseId: Identifier }), Type.Object({ itemId: Identifier })]),
  Type.Object({
    pulseId: maybe(Identifier),
    itemId: maybe(Identifier),
    boardId: maybe(Identifier),
    pulseName: OptionalText,
    itemName: OptionalText,
    columnId: OptionalText,
    columnType: OptionalText,
    columnTitle: OptionalText,
    triggerTime: Type.Optional(Type.Unknown()),
    changedAt: Type.Optional(Type.Unknown()),
    /** Its shape depends on the type of the column; null when it was emptied. */
    value: Type.Optional(Type.Unknown()),
    columnValues: Type.Optional(Type.Unknown()),
  }),
]);
type ItemEvent = Static<typeof ItemEvent>;

/** Some relays wrap the body once more. */
const Body = Type.Intersect([
  Type.Union([Type.Object({ event: ItemEvent }), Type.Object({ data: Type.Object({ event: ItemEvent }) })]),
  Type.Object({ event: maybe(ItemEvent), data: maybe(Type.Object({ event: maybe(ItemEvent) })) }),
]);
type Body = Static<typeof Body>;

function itemReported(payload: Body, { receivedAt, event: name, config }: NormalizeContext): ReferenceReport[] {
  const event = payload.event ?? payload.data?.event;
  const id = identifierIn(event?.pulseId ?? event?.itemId);
  if (event == null || id === undefined) return [];
  const { pulseName, itemName, boardId } = event;
  const { account_slug: slug } = config;
  return [
    {
      kind: 'reference',
      externalId: id,
      key: id,
      at: readProviderTime(event.triggerTime) ?? readProviderTime(event.changedAt) ?? receivedAt,
      ...omitEmpty<Pick<ReferenceReport, 'title' | 'url'>>({
        title: (name === 'update_name' ? textAt(event.value, 'name') : undefined) ?? pulseName ?? itemName,
        url: itemUrl(slug, boardId, id),
      }),
      ...EFFECTS[name]?.(event, config),
    },
  ];
}

const STATE_LENGTH = 255;

type Config = NormalizeContext['config'];
type Effect = (event: ItemEvent, config: Config) => Pick<ReferenceReport, 'state' | 'assignee' | 'removed'>;

const EFFECTS: Readonly<Record<string, Effect>> = {
  create_pulse: stateOfNew,
  update_column_value: columnChanged,
  archive_pulse: () => ({ removed: true }),
  delete_pulse: () => ({ removed: true }),
  restore_pulse: () => ({ removed: false }),
};

function stateOfNew({ columnValues }: ItemEvent, { status_column: chosen }: Config) {
  const label = at(at(columnValues, typeof chosen === 'string' ? chosen : 'status'), 'label');
  const text = textAt(label, 'text');
  return text === undefined ? {} : { state: cutName(text, STATE_LENGTH) };
}

function columnChanged(event: ItemEvent, config: Config) {
  if (isStatusColumn(event, config))
    return { state: cutName(textAt(at(event.value, 'label'), 'text') ?? '', STATE_LENGTH) };
  return event.columnType === 'multiple-person' ? { assignee: firstPerson(event.value) } : {};
}

/**
 * Boards show priorities and types in columns of the same type as the status. The integration's `status_column` names
 * the one that counts; without it, the column's own name has to.
 */
function isStatusColumn(
  { columnId, columnType, columnTitle }: ItemEvent,
  { status_column: chosen }: Config,
): boolean {
  if (columnType !== 'color' && columnType !== 'status') return false;
  if (typeof chosen === 'string' && chosen !== '') return columnId === chosen;
  return /status|state|stage/i.test(columnTitle || columnId || 'status');
}

/** Only ids are told; names would need monday's API. */
function firstPerson(value: unknown): Actor | null {
  const people = at(value, 'personsAndTeams');
  const person: unknown = Array.isArray(people) ? people.find((one) => at(one, 'kind') !== 'team') : undefined;
  const id = identifierIn(at(person, 'id'));
  return id === undefined ? null : { label: id, uid: id };
}

/** The account's part of the address is not in the payload. */
function itemUrl(slug: unknown, boardId: Identifier | null | undefined, id: string): string | undefined {
  if (typeof slug !== 'string' || !/^[a-z0-9-]{1,63}$/i.test(slug) || boardId == null) return undefined;
  return `https://${slug}.monday.com/boards/${boardId}/pulses/${id}`;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? value[name as keyof typeof value]
    : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const text = at(value, name);
  return typeof text === 'string' ? text : undefined;
}

/** Before it makes a webhook, monday asks for its challenge back. */
function handshake({ body }: { readonly body: Buffer }): Handshake | null {
  if (body.length > 4096 || !body.includes('"challenge"')) return null;
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const challenge = textAt(parsed, 'challenge');
    return challenge === undefined ? null : { status: 200, body: { challenge } };
  } catch {
    return null;
  }
}

/** Webhooks are asked for under other names than their events have; relays tell those. */
const EVENT_OF_SUBSCRIPTION = new Map([
  ['create_item', 'create_pulse'],
  ['create_subitem', 'create_pulse'],
  ['change_column_value', 'update_column_value'],
  ['change_status_column_value', 'update_column_value'],
  ['change_specific_column_value', 'update_column_value'],
  ['change_subitem_column_value', 'update_column_value'],
  ['change_name', 'update_name'],
  ['change_subitem_name', 'update_name'],
  ['item_archived', 'archive_pulse'],
  ['item_deleted', 'delete_pulse'],
  ['item_restored', 'restore_pulse'],
  ['subitem_archived', 'archive_pulse'],
  ['subitem_deleted', 'delete_pulse'],
  ['item_moved_to_any_group', 'move_pulse_into_group'],
  ['item_moved_to_specific_group', 'move_pulse_into_group'],
]);

function eventName(payload: unknown): string | null {
  const type = textAt(eventIn(payload), 'type');
  return type === undefined ? null : (EVENT_OF_SUBSCRIPTION.get(type) ?? type);
}

const eventIn = (payload: unknown): unknown => at(payload, 'event') ?? at(at(payload, 'data'), 'event');

/** One act, such as an edit of many items at once, goes under one uuid, to every webhook that asked for it. */
function deliveryId(payload: unknown): string | null {
  const event = eventIn(payload);
  const uuid = textAt(event, 'triggerUuid');
  if (!uuid) return null;
  const subject = [at(event, 'pulseId') ?? at(event, 'itemId'), at(event, 'columnId'), at(event, 'type')];
  const told = subject.map(identifierIn).filter((part) => part !== undefined);
  return [uuid, identifierIn(at(event, 'subscriptionId')) ?? '', ...told].join(':');
}

const HANDLED = ['create_pulse', 'update_column_value', 'update_name', 'move_pulse_into_group'] as const;
const REMOVALS = ['archive_pulse', 'delete_pulse', 'restore_pulse'] as const;

export const provider = defineProvider({
  id: 'monday',
  label: 'monday.com',
  docs: 'https://developer.monday.com/api-reference/reference/webhooks',
  endpoints: [{ path: 'monday' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: jwtHs256('authorization'),
  handshake,
  deliveryId: ({ payload }) => deliveryId(payload),
  eventSource: 'event.type',
  eventName: ({ payload }) => eventName(payload),
  events: Object.fromEntries([...HANDLED, ...REMOVALS].map((type) => [type, on(Body, itemReported)])),
  ignored: ['create_update', 'edit_update', 'delete_update', 'create_column', 'move_subitem'],
});
