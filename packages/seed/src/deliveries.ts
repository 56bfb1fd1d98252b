import { deflateRawSync } from 'node:zlib';
import type { DeliveryOutcome } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import type { ChangeRow } from './changes.js';
import type { DeploymentEventRow, DeploymentRow } from './deployments.js';
import { integrationList } from './projects.js';
import type { Random } from './random.js';
import type { ReferenceRow } from './references.js';
import type { Scope } from './scope.js';
import { after, day, uuidAt } from './times.js';
import { updateOf } from './tracker-webhooks.js';
import { progressOf, providerOf, reportOf, type Sent, submitOf } from './webhooks.js';

interface DeliveryRow {
  id: string;
  receivedAt: Date;
  accountId: number;
  projectId: number;
  integrationId: number;
  provider: string;
  event: string;
  path: string;
  dedupeKey: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  headers: object;
  body: Uint8Array;
  bodyBytes: number;
  touched: object[];
  attempts: number;
  replayOf: string | null;
  queuedAt: Date;
  startedAt: Date;
  finishedAt: Date;
}

function log(random: Random, scope: Scope, sent: Sent): DeliveryRow {
  const {
    at,
    body,
    agent,
    headers = {},
    touched = [],
    outcome = 'applied',
    reason = null,
    replayOf = null,
    ...rest
  } = sent;
  const text = JSON.stringify(body);
  const queuedAt = after(at, random.int(1, 4));
  const startedAt = after(queuedAt, random.int(2, 25));
  const id = uuidAt(random, at);
  return {
    id,
    receivedAt: at,
    accountId: scope.accountId,
    projectId: scope.projectId,
    ...rest,
    provider: providerOf(sent.integrationId),
    dedupeKey: `sha256:${random.hex(43)}`,
    outcome,
    reason,
    headers: { 'content-type': 'application/json', 'user-agent': agent, ...headers },
    body: deflateRawSync(text),
    bodyBytes: Buffer.byteLength(text),
    touched,
    attempts: 1,
    replayOf,
    queuedAt,
    startedAt,
    finishedAt: after(startedAt, random.int(3, 30)),
  };
}

/** The tool that a project's odd deliveries come from. */
function toolOf({ project }: Scope) {
  return integrationList.find(
    (integration) => integration.project === project && integration.provider === 'jenkins',
  );
}

/** One delivery of each rare outcome, all from the last days. */
function makeRareOutcomes(random: Random, scope: Scope): DeliveryRow[] {
  const tool = toolOf(scope);
  if (tool === undefined) return [];
  const report = { job_name: `${scope.theme.slug}-smoke`, build_number: 41, status: 'SUCCESS' };
  const sent = (daysAgo: number, rest: Partial<Sent>): Sent => ({
    integrationId: tool.id,
    event: 'build_report',
    path: '/webhooks/jenkins',
    at: after(scope.now, -daysAgo * day),
    agent: 'curl/8.5.0',
    body: report,
    ...rest,
  });
  // The script sent its exit code instead of a word, twice, and somebody replayed the report.
  const malformed = { body: { ...report, status: 0 } };
  const rejected = { ...malformed, outcome: 'rejected', reason: 'status must be a string' } as const;
  const first = log(random, scope, sent(0.9, rejected));
  const dead = sent(0.3, {
    body: { ...report, build_number: 42, duration_seconds: 4_294_967_296 },
    outcome: 'dead',
    reason: 'duration_seconds is out of range: 4294967296',
  });
  const duplicate = { ...malformed, outcome: 'duplicate', reason: `repeats ${first.id}` } as const;
  return [
    first,
    log(random, scope, sent(0.85, duplicate)),
    log(
      random,
      scope,
      sent(2, { event: 'queue_item', outcome: 'ignored', reason: 'The event queue_item is not used.' }),
    ),
    log(random, scope, dead),
    log(random, scope, sent(0.5, { ...rejected, replayOf: first.id })),
  ];
}

function letterOf({ id, integrationId, dedupeKey, receivedAt, finishedAt }: DeliveryRow): object {
  return {
    deliveryId: id,
    integrationId,
    key: dedupeKey,
    receivedAt,
    failedAt: finishedAt,
    resolvedAt: null,
  };
}

/** The content that the deliveries report. */
export interface DeliverySources {
  builds: readonly BuildDraft[];
  changes: readonly ChangeRow[];
  references: readonly ReferenceRow[];
  deployments: { rows: readonly DeploymentRow[]; events: readonly DeploymentEventRow[] };
}

/** The webhooks that reported a project's builds, changelists and deployments, and some that had no effect. */
export function makeDeliveries(scope: Scope, { builds, changes, references, deployments }: DeliverySources) {
  const random = scope.random('deliveries');
  const sent = [
    ...builds.map(reportOf),
    ...changes.map(submitOf),
    ...references.map(updateOf),
    ...deployments.rows.map((row) => progressOf(row, deployments.events)),
  ].filter((item) => item !== null);
  const odd = makeRareOutcomes(random, scope);
  return {
    rows: [...sent.map((item) => log(random, scope, item)), ...odd],
    deadLetters: odd.filter(({ outcome }) => outcome === 'dead').map(letterOf),
  };
}
