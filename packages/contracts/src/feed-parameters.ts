import Type from 'typebox';
import { invalidParameter, type Parameter } from './parameters.js';
import { readWrittenTime, type WrittenTime } from './timestamps.js';
import { EVENT_TYPE_WILDCARDS, EVENT_TYPES, type EventType } from './values.js';

const DEFAULT_DAYS = 7;
export const MAX_FEED_DAYS = 90;

/** How far the feed looks back; any integer, clamped to 1..90. */
export function daysBackParameter(): Parameter<number> {
  return {
    schema: Type.Integer({ default: DEFAULT_DAYS }),
    description: `How many days to look back, 1 to ${MAX_FEED_DAYS}; ignored when since is given.`,
    ignoredWith: 'since',
    read(raw, name) {
      if (!/^[+-]?[0-9]+$/.test(raw)) return invalidParameter(`${name} must be an integer.`);
      return { value: Math.max(1, Math.min(Number(raw), MAX_FEED_DAYS)) };
    },
  };
}

/** The look-back that applies when none was sent. */
export function daysBack(days: number | undefined): number {
  return days ?? DEFAULT_DAYS;
}

/** A written time with a time of day; where it has no offset, the account's zone decides. */
export function sinceParameter(): Parameter<WrittenTime> {
  return {
    schema: Type.String(),
    description:
      'An ISO 8601 time, not a date alone. Without an offset it is read in US Eastern time; a plus sign in an ' +
      `offset must be percent-encoded. Older than ${MAX_FEED_DAYS} days counts as ${MAX_FEED_DAYS} days.`,
    read(raw, name) {
      const written = readWrittenTime(raw);
      return written === null
        ? invalidParameter(`${name} must be an ISO 8601 time with a time of day.`)
        : { value: written };
    },
  };
}

const VALID_EVENT_TYPES = [...EVENT_TYPES, ...EVENT_TYPE_WILDCARDS];

/** Event types and wildcards such as `approval.*`, comma-separated or repeated. Two names mean it; one may be sent. */
export function eventTypesParameter(otherName: string): Parameter<readonly EventType[]> {
  return {
    schema: Type.Enum(VALID_EVENT_TYPES),
    description: 'Only these event types; `build_run.*` is every type of its kind. Comma-separated or repeated.',
    many: true,
    conflictsWith: otherName,
    read(raw, name) {
      const tokens = raw.split(',');
      if (!tokens.every((token) => VALID_EVENT_TYPES.includes(token))) {
        const message = `${name} must name known event types.`;
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
