import type { Home } from '@slipway/contracts';
import { count } from '../../words/format.js';

/** The account in numbers. */
export function Rollup({ rollup }: { readonly rollup: Home['rollup'] }) {
  const facts: readonly (readonly [value: number, label: string])[] = [
    [rollup.builds_passed_24h, 'builds passed in 24 h'],
    [rollup.builds_failed_24h, 'failed'],
    [rollup.changes_24h, 'changes in 24 h'],
    [rollup.open_tasks, 'open tasks'],
    [rollup.active_projects, `of ${count(rollup.total_projects)} projects active`],
  ];
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-0.5 pt-1">
      {facts.map(([value, label]) => (
        <li key={label}>
          <span className="tnum font-semibold text-ink">{count(value)}</span> {label}
        </li>
      ))}
    </ul>
  );
}
