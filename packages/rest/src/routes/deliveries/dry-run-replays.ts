import type { Delivery, ReplayPlan } from '@slipway/contracts';
import {
  type DryRun,
  type DryRunChange,
  type DryRunDelivery,
  dryRunDeliveries,
  findIntegrationContexts,
  type IntegrationContext,
  type NormalizedDelivery,
} from '@slipway/db';
import {
  type HiddenPeople,
  hidePeople,
  type MaskingProject,
  type Redactor,
  redactBody,
  redactText,
  sanitizeAuthor,
} from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { normalize } from '@slipway/providers';
import { BUSY_RETRY_SECONDS, MAX_DRY_RUN_BYTES, MAX_DRY_RUN_PARTS } from '../../limits.js';
import type { RestServices } from '../../services.js';
import { recordPath } from '../deliveries.js';

const BUSY = {
  message: 'Other deliveries are changing the same rows. Try again in a moment.',
  retryAfterSeconds: BUSY_RETRY_SECONDS,
};

/** Dry-runs replays and presents their outcomes and the changes they would make. */
export async function dryRunReplays(
  { database, reads, baseUrl, redactors }: RestServices,
  project: MaskingProject & { readonly accountId: number },
  deliveries: readonly Delivery[],
) {
  requireSmallBodies(deliveries);
  const redactor = redactors.of(project);
  const contexts = await findIntegrationContexts(database, [
    ...new Set(deliveries.map(({ integrationId }) => integrationId)),
  ]);
  const read = deliveries.map((delivery) =>
    tryNormalizing(delivery, contexts.get(delivery.integrationId) ?? null, redactor),
  );
  const normalized = read.filter((item): item is NormalizedDelivery => 'operations' in item);
  requireFewParts(normalized);
  const dryRun = await dryRunDeliveries(database, normalized, { projectId: project.id, baseUrl });
  if (dryRun === 'busy') throw new ApiError('unavailable', BUSY);
  if (dryRun === 'too_long') throw new ApiError('dry_run_too_large');
  const people = hidePeople(await reads.listMemberNames(project.accountId));
  const unreadable = read.filter((item): item is DryRunDelivery => !('operations' in item));
  const byId = new Map([...dryRun.deliveries, ...unreadable].map((item) => [item.delivery.id, item]));
  return {
    plan: presentReplayPlan(dryRun, { projectId: project.id, people, redactor }),
    replays: deliveries.flatMap(({ id }) =>
      presentDryRun(byId.get(id), (text) => redactText(text, people, redactor)),
    ),
  };
}

function requireSmallBodies(deliveries: readonly Delivery[]): void {
  const bytes = deliveries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (bytes > MAX_DRY_RUN_BYTES) throw new ApiError('dry_run_too_large');
}

function requireFewParts(items: readonly NormalizedDelivery[]): void {
  let parts = 0;
  for (const { operations } of items) for (const operation of operations) parts += countParts(operation);
  if (parts > MAX_DRY_RUN_PARTS) throw new ApiError('dry_run_too_large');
}

/** The operation itself and the items of its lists: files, steps and the like. */
function countParts(operation: object): number {
  return Object.values(operation).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 1);
}

/** A delivery that the normalizer cannot read would become a dead letter. */
function tryNormalizing(
  delivery: Delivery,
  context: IntegrationContext | null,
  redactor: Redactor,
): NormalizedDelivery | DryRunDelivery {
  try {
    return { delivery, context, ...normalize(delivery, context, redactor) };
  } catch (error) {
    return { delivery, outcome: 'dead', reason: error instanceof Error ? error.message : String(error) };
  }
}

function presentDryRun(item: DryRunDelivery | undefined, redact: (text: string) => string) {
  if (item === undefined) return [];
  const { delivery, outcome, reason } = item;
  return [
    {
      replay_of: delivery.replay?.of ?? delivery.id,
      outcome,
      reason: reason === null ? null : redact(reason),
    },
  ];
}

/** The project of the plan, and what is hidden in it. */
export interface PlanContext {
  readonly projectId: number;
  readonly people: HiddenPeople;
  readonly redactor: Redactor;
}

function presentReplayPlan(dryRun: DryRun, context: PlanContext): ReplayPlan {
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
