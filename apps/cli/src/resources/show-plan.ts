import type { ReplayPlan } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { oneLine } from '../output/text.js';

const write = (value: unknown) => oneLine(JSON.stringify(value) ?? 'nothing').slice(0, 200);

/** What a replay would change, as lines for people. */
export function showPlan({ changes, unchanged, truncated }: ReplayPlan): string[] {
  const rows = changes.flatMap(({ kind, action, id, fields }) => [
    `${action} ${kind}${id === null ? '' : ` ${id}`}`,
    ...Object.entries(fields).map(
      ([name, { before, after }]) => `    ${name}: ${write(before)} → ${write(after)}`,
    ),
  ]);
  const count = changes.length === 1 ? '1 row would change' : `${describeCount(changes.length)} rows would change`;
  return [
    ...rows,
    `${count}, ${describeCount(unchanged)} would not.${truncated ? ' There are more than are shown.' : ''}`,
  ];
}
