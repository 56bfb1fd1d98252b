import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type Handshake, type NormalizeContext, on } from '../../define-provider.js';
import { cutName } from '../../shared/build-fields.js';
import {
  detail,
  Identifier,
  OptionalText,
  optional,
  readIdentifier,
  TextDetail,
  Time,
} from '../../shared/fields.js';
import { jwtHs256 } from '../../signatures/jwt-hs256.js';
import { sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

/** Items were once called pulses; only the events for archiving, deleting and restoring use the new name. */
const ItemEvent = Type.Intersect([
  Type.Union([Type.Object({ pulseId: Identifier }), Type.Object({ itemId: Identifier })]),
  Type.Object({
    pulseId: optional(Identifier),
    itemId: optional(Identifier),
    boardId: detail(Identifier),
    pulseName: TextDetail,
    itemName: TextDetail,
    columnId: OptionalText,
    columnType: OptionalText,
    columnTitle: OptionalText,
    triggerTime: Time,
    changedAt: Time,
    /** Its fields depend on the column's type; null if the column was cleared. */
    value: Type.Optional(Type.Unknown()),
    columnValues: Type.Optional(Type.Unknown()),
  }),
]);
type ItemEvent = Static<typeof ItemEvent>;

/** Some relays wrap the body in `data`. */
const Body = Type.Intersect([
  Type.Union([Type.Object({ event: ItemEvent }), Type.Object({ data: Type.Object({ event: ItemEvent }) })]),
  Type.Object({ event: optional(ItemEvent), data: optional(Type.Object({ event: optional(ItemEvent) })) }),
]);
type Body = Static<typeof Body>;

function itemReported(payload: Body, { receivedAt, event: name, config }: NormalizeContext): ReferenceReport[] {
  const event = payload.event ?? payload.data?.event;
  const id = readIdentifier(event?.pulseId ?? event?.itemId);
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
  if (isStatusColumn(event, config)) return stateIn(event.value);
  return event.columnType === 'multiple-person' ? assigneeIn(event.value) : {};
}

/** A column without a value or label was cleared. A value of a different type is ignored. */
function stateIn(value: unknown): { state?: string } {
  if (value != null && typeof value !== 'object') return {};
  const label = at(value, 'label') ?? null;
  const text = label === null ? '' : textAt(label, 'text');
  return text === undefined ? {} : { state: cutName(text, STATE_LENGTH) };
}

/**
 * Priorities and types are columns of the same type as the status. The integration's `status_column` identifies the
 * status column; without it, the column's own name does.
 */
function isStatusColumn(
  { columnId, columnType, columnTitle }: ItemEvent,
  { status_column: chosen }: Config,
): boolean {
  if (columnType !== 'color' && columnType !== 'status') return false;
  if (typeof chosen === 'string' && chosen !== '') return columnId === chosen;
  return /status|state|stage/i.test(columnTitle || columnId || 'status');
}

/** The first person in the column. monday sends only ids; names would require its API. */
function assigneeIn(value: unknown): { assignee?: Actor | null } {
  if (value != null && typeof value !== 'object') return {};
  const people = at(value, 'personsAndTeams') ?? [];
  if (!Array.isArray(people)) return {};
  const person: unknown = people.find((entry) => at(entry, 'kind') !== 'team');
  if (person === undefined) return { assignee: null };
  const id = readIdentifier(at(person, 'id'));
  return id === undefined ? {} : { assignee: { label: id, uid: id } };
}

/** The payload lacks the account's subdomain; the integration has it. */
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

/** Before it creates a webhook, monday sends a challenge and expects it back. */
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

/** Subscriptions have different names than their events, and relays send the subscription names. */
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

/** An action, such as an edit of many items, has the same uuid in all its events and for all webhooks. */
function deliveryId(payload: unknown): string | null {
  const event = eventIn(payload);
  const uuid = textAt(event, 'triggerUuid');
  if (!uuid) return null;
  const subject = [at(event, 'pulseId') ?? at(event, 'itemId'), at(event, 'columnId'), at(event, 'type')];
  const parts = subject.map(readIdentifier).filter((part) => part !== undefined);
  return [uuid, readIdentifier(at(event, 'subscriptionId')) ?? '', ...parts].join(':');
}

const HANDLED = ['create_pulse', 'update_column_value', 'update_name', 'move_pulse_into_group'] as const;
const REMOVALS = ['archive_pulse', 'delete_pulse', 'restore_pulse'] as const;

export const provider = defineProvider({
  id: 'monday',
  setup,
  docs: 'https://developer.monday.com/api-reference/reference/webhooks',
  endpoints: [{ path: 'monday' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: jwtHs256('authorization'),
  initialConfig: (address) => ({ callback_url: address }),
  handshake,
  deliveryId: ({ payload }) => deliveryId(payload),
  eventSource: 'event.type or data.event.type',
  eventName: ({ payload }) => eventName(payload),
  events: Object.fromEntries([...HANDLED, ...REMOVALS].map((type) => [type, on(Body, itemReported)])),
  ignored: ['create_update', 'edit_update', 'delete_update', 'create_column', 'move_subitem'],
  testEvent,
  sampleEvents,
});
