import type { ReplayPlan } from '@slipway/contracts';
import type { DryRun, DryRunChange } from '@slipway/db';
import { type HiddenPeople, type Redactor, redactBody, sanitizeAuthor } from '@slipway/domain';
import { recordPath } from './record-path.js';

/** The project of the plan, and what is hidden in it. */
export interface PlanContext {
  readonly projectId: number;
  readonly people: HiddenPeople;
  readonly redactor: Redactor;
}

export function presentReplayPlan(dryRun: DryRun, context: PlanContext): ReplayPlan {
  return {
    changes: dryRun.changes.map((change) => presentChange(change, context)),
    unchanged: dryRun.unchanged,
    truncated: dryRun.truncated,
  };
}

function presentChange({ kind, id, fields }: DryRunChange, context: PlanContext) {
  const { projectId } = context;
  const shown = Object.entries(fields).map(([name, { before, after }]) => [
    name,
    { before: presentValue(name, before, context), after: presentValue(name, after, context) },
  ]);
  return {
    kind,
    action: id === null ? ('create' as const) : ('update' as const),
    id,
    path: id === null ? null : recordPath(projectId, kind, id),
    fields: Object.fromEntries(shown),
  };
}

/** Fields that contain a person's name or email address. */
const PEOPLE: ReadonlySet<string> = new Set(['author', 'actor']);

/** The value as the resource shows it. */
function presentValue(name: string, value: unknown, { people, redactor }: PlanContext): unknown {
  if (typeof value !== 'string') return redactBody(value, people, redactor).value;
  if (name.endsWith('_at') || name === 'timestamp') return new Date(value).toISOString();
  return redactBody(PEOPLE.has(name) ? sanitizeAuthor(value) : value, people, redactor).value;
}
