import { integrationList, integrations } from './projects.js';
import type { Scope } from './scope.js';
import { after, day, minute } from './times.js';
import type { Webhook } from './webhooks.js';

/** The last report of a CI script that is at least a few days old. */
function lastReport({ now }: Scope, webhooks: readonly Webhook[]): Webhook | undefined {
  return webhooks.findLast(
    ({ integration, sample, at }) =>
      integrations[integration].provider === 'jenkins' && sample === 'success' && at < after(now, -2 * day),
  );
}

/** A shelved changelist, a report that was sent twice, and one from a script that sent its exit code instead of a word. */
export function tellMistakes(scope: Scope, webhooks: readonly Webhook[]): Webhook[] {
  const depot = integrationList.find(
    ({ project, provider }) => project === scope.project && provider === 'perforce',
  );
  const report = lastReport(scope, webhooks);
  const details = { number: 90_000, title: 'Not done yet' };
  const shelved = { sample: 'submit', at: after(scope.now, -2 * day), details, fields: { status: 'shelved' } };
  const again = report && { ...report, at: after(report.at, minute) };
  const malformed = report && {
    ...report,
    at: after(report.at, 2 * minute),
    details: { ...report.details, id: 'exit-code' },
    fields: { ...report.fields, status: 0 },
  };
  return [depot && { integration: depot.name, ...shelved }, again, malformed].filter((made) => made !== undefined);
}

/** Why nobody could apply these. */
export const DEAD_REASON = 'duration_seconds is out of range: 4294967296';

/** A report that every worker failed to apply. */
export function tellDead(scope: Scope, webhooks: readonly Webhook[]): Webhook[] {
  const report = lastReport(scope, webhooks);
  if (report === undefined || scope.plan.deployments === 0) return [];
  const details = { ...report.details, id: 'impossible' };
  const fields = { ...report.fields, duration_seconds: 4_294_967_296 };
  return [{ ...report, at: after(scope.now, -0.3 * day), details, fields }];
}
