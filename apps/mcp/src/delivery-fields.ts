import { DELIVERY_OUTCOMES, readTimestamp } from '@slipway/contracts';
import Type from 'typebox';
import { ToolProblem } from './define-tool.js';
import { rowId, someOf, text } from './fields.js';

/** The filters of the delivery log, which also select what is replayed. */
export const deliveryFilters = {
  provider: text('Only deliveries of this tool, such as jenkins.'),
  integration_id: Type.Optional(rowId('Only deliveries of the integration with this id.')),
  event: text('Only deliveries of exactly this event.'),
  outcome: Type.Optional(someOf(DELIVERY_OUTCOMES, 'Only deliveries with these outcomes.')),
  since: text('Only deliveries received at or after this ISO 8601 time or date.'),
  until: text('Only deliveries received before this ISO 8601 time or date.'),
};

/** The times of a selection as the client takes them. */
export function times(selected: { since: string | undefined; until: string | undefined }): {
  since?: Date;
  until?: Date;
} {
  return Object.fromEntries(
    Object.entries(selected).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, readTime(name, value)]],
    ),
  );
}

function readTime(name: string, value: string): Date {
  const time = readTimestamp(value);
  if (time === null) throw new ToolProblem(`${name} must be an ISO 8601 time or date.`);
  return time;
}
