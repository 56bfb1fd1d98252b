import { describeBody, textField } from '../body.js';
import { countField, flagField, idField, someOfField, timeField } from '../body-filters.js';
import { describeEndpoint, typed } from '../endpoint.js';
import {
  countParameter,
  cursorParameter,
  idParameter,
  limitParameter,
  oneOf,
  someOf,
  textParameter,
  timeParameter,
} from '../parameters.js';
import { LoggedDeliveryDetail, LoggedDeliveryPage, MAX_TOUCHED } from '../resources/logged-delivery.js';
import { NumberGapPage } from '../resources/number-gap.js';
import { Replay, ReplayBatch } from '../resources/replay.js';
import { DELIVERY_OUTCOMES, GAP_KINDS } from '../values.js';

export const listDeliveries = describeEndpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries',
  scope: 'read:deliveries',
  summary: 'List deliveries, newest first',
  description: 'Every webhook that was accepted in the last 30 days, once it is settled; replays among them.',
  query: {
    provider: textParameter('Only deliveries of this tool.'),
    integration_id: idParameter('Only deliveries of the integration with this id.'),
    event: textParameter('Only deliveries of exactly this event.'),
    outcome: someOf('outcome', DELIVERY_OUTCOMES, 'Only deliveries that ended so.'),
    since: timeParameter(
      'Only what was received at or after this ISO 8601 time (UTC unless it has an offset) or date.',
    ),
    until: timeParameter('Only what was received before this time or date.'),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<LoggedDeliveryPage>(LoggedDeliveryPage),
});

export const getDelivery = describeEndpoint({
  name: 'getDelivery',
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries/:id',
  scope: 'read:deliveries',
  summary: 'Get a delivery with what was sent and what it touched',
  description:
    'Headers and body are shown without e-mail addresses, names of members and secrets. A long body is cut, which ' +
    `\`body_truncated\` tells. At most ${MAX_TOUCHED} touched rows are kept, and \`touched_truncated\` tells that there ` +
    'may have been more; of replays the newest 50.',
  query: {},
  response: typed<LoggedDeliveryDetail>(LoggedDeliveryDetail),
});

const DRY_RUN =
  'With `dry_run` nothing changes, and the answer is 200 with `plan`: every row that would be made or changed, with ' +
  'the fields that would be others. What is too large to be tried out in a few seconds is refused.';

export const replayDelivery = describeEndpoint({
  name: 'replayDelivery',
  method: 'POST',
  path: '/v1/projects/:project_id/deliveries/:delivery_id/replay',
  scope: 'write:deliveries',
  summary: 'Process a delivery again',
  description:
    'What was sent is read and applied anew, as of the time it first came in. What it said before merges to nothing, ' +
    'so nothing is doubled. The replay is a delivery of its own, which is in the log once it is settled, and settles ' +
    `the dead letter of the one it repeats. ${DRY_RUN}`,
  query: {},
  body: { ...describeBody(null, { dry_run: flagField() }, { dry_run: true }), optional: true },
  response: typed<Replay>(Replay),
  success: [202, 200],
  writes: true,
  errors: ['delivery_expired', 'dry_run_too_large', 'idempotency_key_reused'],
});

/** The most deliveries that one call replays, and the most that one dry run tries out. */
export const MAX_REPLAYS = 1_000;
export const MAX_DRY_RUNS = 50;

export const replayDeliveries = describeEndpoint({
  name: 'replayDeliveries',
  method: 'POST',
  path: '/v1/projects/:project_id/deliveries/replay',
  scope: 'write:deliveries',
  summary: 'Process deliveries again, by filter',
  description:
    'Takes the filters of the list, at least one of them, and goes from the oldest to the newest: at most ' +
    `${MAX_REPLAYS} a call (${MAX_DRY_RUNS} in a dry run), fewer where bodies are large. While \`pagination.has_more\` ` +
    'is true, pass `pagination.next_cursor` back as `cursor` with the same filters. Replays are left out, and ' +
    `duplicates too unless \`outcome\` names them. ${DRY_RUN}`,
  query: {},
  body: describeBody(
    null,
    {
      provider: textField({ max: 100 }),
      integration_id: idField(),
      event: textField({ max: 255 }),
      outcome: someOfField('outcome', DELIVERY_OUTCOMES),
      since: timeField(),
      until: timeField(),
      limit: countField(MAX_REPLAYS),
      cursor: textField({ max: 1_000 }),
      dry_run: flagField(),
    },
    { outcome: ['rejected', 'dead'], since: '2026-11-01', dry_run: true },
  ),
  response: typed<ReplayBatch>(ReplayBatch),
  success: [202, 200],
  writes: true,
  errors: ['invalid_cursor', 'dry_run_too_large', 'idempotency_key_reused'],
});

const DEFAULT_GAP_DAYS = 30;
const MAX_GAP_DAYS = 90;

export const listDeliveryGaps = describeEndpoint({
  name: 'listDeliveryGaps',
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries/gaps',
  scope: 'read:deliveries',
  summary: 'List numbers that never came, newest first',
  description:
    'Build numbers missing within a job, and changelist numbers missing within a Perforce server, among the newest ' +
    '20,000 builds and changelists of the days asked for. A changelist number may be missing for a good reason: ' +
    'pending changelists and other depots use numbers too, so such a gap is `possible`, and `likely` only where the ' +
    "integration's `changelist_gaps` is true. More than 1,000 numbers at once are a jump, not a gap.",
  query: {
    kind: oneOf('kind', GAP_KINDS, 'Only gaps of this kind.'),
    integration_id: idParameter('Only gaps of the integration with this id.'),
    days: countParameter(`How many days to look back, at most ${MAX_GAP_DAYS}.`, MAX_GAP_DAYS, DEFAULT_GAP_DAYS),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<NumberGapPage>(NumberGapPage),
});

/** The look-back that applies when none was sent. */
export function gapDays(days: number | undefined): number {
  return days ?? DEFAULT_GAP_DAYS;
}
