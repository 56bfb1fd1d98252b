import Type from 'typebox';
import { invalidParameter, type Parameter } from './parameters.js';
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
  return {
    schema: Type.Integer({ default: DEFAULT_FEED_DAYS }),
    description: `How many days to look back, 1 to ${MAX_FEED_DAYS}; ignored when since is sent.`,
    range: [1, MAX_FEED_DAYS],
    ignoredWith: 'since',
    read(raw, name) {
      if (!/^[+-]?[0-9]+$/.test(raw)) return invalidParameter(`${name} must be an integer.`);
      return { value: Math.max(1, Math.min(Number(raw), MAX_FEED_DAYS)) };
    },
  };
}

/** A date with a time of day; without an offset, it is read in the account's time zone. */
export function sinceParameter(): Parameter<WrittenTime> {
  return {
    schema: Type.String(),
    kind: 'time',
    description:
      'An ISO 8601 time, not a date alone. Without an offset it is read in US Eastern time; a plus sign in an ' +
      `offset must be percent-encoded. A time more than ${MAX_FEED_DAYS} days ago counts as ${MAX_FEED_DAYS} days ago.`,
    read(raw, name) {
      const written = readWrittenTime(raw);
      return written === null
        ? invalidParameter(`${name} must be an ISO 8601 time with a time of day.`)
        : { value: written };
    },
  };
}

const VALID_EVENT_TYPES = [...EVENT_TYPES, ...EVENT_TYPE_WILDCARDS];

/** Event types and wildcards such as `approval.*`, comma-separated or repeated; cannot be combined with `otherName`. */
export function eventTypesParameter(otherName: string): Parameter<readonly EventType[]> {
  return {
    schema: Type.Enum(VALID_EVENT_TYPES),
    description:
      'Only these event types; `build_run.*` matches every type with that prefix. Comma-separated or repeated.',
    many: true,
    conflictsWith: otherName,
    read(raw, name) {
      const tokens = raw.split(',');
      if (!tokens.every((token) => VALID_EVENT_TYPES.includes(token))) {
        const message = `${name} must contain only known event types.`;
        return {
          problem: { code: 'invalid_event_type', message, extra: { valid_event_types: VALID_EVENT_TYPES } },
        };
      }
      return { value: EVENT_TYPES.filter((type) => tokens.some((token) => matches(token, type))) };
    },
  };
}

function matches(token: string, type: EventType): boolean {
  return token.endsWith('*') ? type.startsWith(token.slice(0, -1)) : type === token;
}
