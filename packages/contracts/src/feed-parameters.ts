import Type from 'typebox';
import { codec } from './codec.js';
import { numeric, type Parameter } from './parameters.js';
import { readWrittenTime, type WrittenTime } from './timestamps.js';
import { EVENT_TYPE_WILDCARDS, EVENT_TYPES, type EventType } from './values.js';

/** How many days the feed covers if the request sets neither `days_back` nor `since`. */
export const DEFAULT_FEED_DAYS = 7;
/** The most days the feed covers. */
export const MAX_FEED_DAYS = 90;

/** The most events on one page of any feed. */
export const MAX_FEED_EVENTS = 200;

/** How many days the feed covers; any integer, clamped to 1..90. */
export function daysBackParameter(): Parameter<number> {
  const days = codec(Type.Integer({ default: DEFAULT_FEED_DAYS }), 'must be an integer', (value) =>
    typeof value === 'number' ? Math.max(1, Math.min(value, MAX_FEED_DAYS)) : undefined,
  );
  return {
    ...numeric(days, /^[+-]?[0-9]+$/),
    description: `How many days to look back, 1 to ${MAX_FEED_DAYS}; ignored when since is sent.`,
    range: [1, MAX_FEED_DAYS],
    ignoredWith: 'since',
  };
}

/** A date with a time of day; without an offset, it is read in the account's time zone. */
export function sinceParameter(): Parameter<WrittenTime> {
  const flaw = 'must be an ISO 8601 time with a time of day';
  return {
    ...codec(Type.String(), flaw, (text) => readWrittenTime(String(text)) ?? undefined),
    kind: 'time',
    description:
      'An ISO 8601 time, not a date alone. Without an offset it is read in US Eastern time; a plus sign in an ' +
      `offset must be percent-encoded. A time more than ${MAX_FEED_DAYS} days ago counts as ${MAX_FEED_DAYS} days ago.`,
  };
}

const VALID_EVENT_TYPES = [...EVENT_TYPES, ...EVENT_TYPE_WILDCARDS];

/**
 * Event types and wildcards such as `approval.*`, comma-separated or repeated; `name` cannot be combined with `otherName`.
 */
export function eventTypesParameter(name: string, otherName: string): Parameter<readonly EventType[]> {
  const message = `${name} must contain only known event types.`;
  const extra = { valid_event_types: VALID_EVENT_TYPES };
  const refusal = { code: 'invalid_event_type', message, extra } as const;
  const types = codec(Type.Enum(VALID_EVENT_TYPES), refusal, (text) => {
    const tokens = String(text).split(',');
    const areKnown = tokens.every((token) => VALID_EVENT_TYPES.includes(token));
    return areKnown ? EVENT_TYPES.filter((type) => tokens.some((token) => matches(token, type))) : undefined;
  });
  return {
    ...types,
    description:
      'Only these event types; `build_run.*` matches every type with that prefix. Comma-separated or repeated.',
    many: true,
    conflictsWith: otherName,
  };
}

function matches(token: string, type: EventType): boolean {
  return token.endsWith('*') ? type.startsWith(token.slice(0, -1)) : type === token;
}
