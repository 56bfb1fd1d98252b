import { listDeliveries, readTimestamp } from '@slipway/contracts';
import { queryArguments } from './contract-arguments.js';
import { ToolProblem } from './define-tool.js';

const { limit: _, ...filters } = queryArguments(listDeliveries);
/** The filters of the delivery log, which also select what to replay, and the cursor. */
export const deliveryFilters = filters;

/** The times of a selection in the client's format. */
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
