import { randomUUID } from 'node:crypto';
import type { Client } from '@slipway/client';
import {
  listDeliveries,
  MAX_DRY_RUNS,
  type Replay,
  type ReplayBatch,
  type ReplayPlan,
  replayDeliveries,
  replayDelivery,
} from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { CliError, cancelled } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { oneLine } from '../../output/text.js';
import { filtersOf, readFilters } from '../../resources/filters.js';
import { scopeNote } from '../../resources/scope-note.js';

/** Asks a yes-or-no question on a terminal. Without a terminal, the option must answer it. */
export async function confirm(context: CommandContext, question: string, option: string): Promise<void> {
  const { stdin, stderr, signal } = context;
  if (!stdin.isTerminal || !stderr.isTerminal)
    throw new CliError(`${question} Cannot ask without a terminal.`, { hint: `Answer with ${option}.` });
  stderr.write(`${question} [y/N] `);
  const answer = await stdin.readLine(signal);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw cancelled('Nothing was changed.');
}

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

type Answer = Pick<Replay & ReplayBatch, 'plan'> & Partial<Replay & ReplayBatch>;
/** Sends the request, which is the same for the dry run and the replay. */
type Send = (dryRun: boolean, cursor?: string) => Promise<Answer>;

function sender(client: Client, projectId: string, id: string | undefined, filters: object): Send {
  const options = (dryRun: boolean) => (dryRun ? {} : { idempotencyKey: randomUUID() });
  if (id === undefined)
    return (dryRun, cursor) =>
      client.call(replayDeliveries, {
        params: { project_id: projectId },
        body: { ...filters, dry_run: dryRun, ...(cursor === undefined ? {} : { cursor }) },
        ...options(dryRun),
      });
  const params = { project_id: projectId, delivery_id: id };
  return (dryRun) => client.call(replayDelivery, { params, body: { dry_run: dryRun }, ...options(dryRun) });
}

function countOf({ replays, delivery_id }: Answer): number {
  return replays?.length ?? (delivery_id === undefined ? 0 : 1);
}

/** What would change, and which deliveries would have no effect. */
function showPreview({ plan, replays, ...single }: Answer): string[] {
  const unapplied = (replays ?? [single]).flatMap(({ replay_of, outcome, reason }) =>
    outcome === 'applied' ? [] : [`${replay_of} would be ${outcome}${reason ? `: ${oneLine(reason)}` : ''}`],
  );
  return [...(plan === undefined ? [] : showPlan(plan)), ...unapplied];
}

async function replayAll(send: Send, write: (replayId: string) => void): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const answer = await send(false, cursor);
    for (const { delivery_id } of answer.replays ?? [answer]) write(delivery_id ?? '');
    count += countOf(answer);
    if (!answer.pagination?.next_cursor) return count;
    cursor = answer.pagination.next_cursor;
  }
}

export const command = defineCommand({
  summary: 'Process webhooks again, after showing what would change',
  description:
    'Shows a dry run, asks for confirmation, and replays one delivery or, without an id, all that match the filters. ' +
    `A dry run covers the oldest ${MAX_DRY_RUNS} of them. Prints the ids of the replays.\n\n` +
    scopeNote(replayDelivery).description,
  examples: [
    'slipway delivery replay 0197a3c1-0a4f-7d21-8e7b-5c2f9b6a1d30 --dry-run',
    'slipway delivery replay --outcome rejected,dead --since 2026-11-01',
  ],
  project: true,
  arguments: { id: { description: 'the id of a delivery', optional: true } },
  options: {
    ...filtersOf(listDeliveries),
    dryRun: { kind: 'flag', description: 'only show what would change' },
    yes: { kind: 'flag', short: 'y', description: 'do not ask for confirmation' },
  },
  async run(context, { id, dryRun, yes, ...input }) {
    const { output } = context;
    const filters = readFilters(listDeliveries, input);
    if ((id === undefined) === (Object.keys(filters).length === 0))
      throw new CliError('Pass either a delivery id or filters.');
    const send = sender(await context.client(), (await context.project()).id, id, filters);
    const preview = await send(true);
    const isPartial = preview.pagination?.has_more === true;
    const write = dryRun ? output.line : output.warn;
    for (const line of showPreview(preview)) write(line);
    if (isPartial) write(`More deliveries match than the ${MAX_DRY_RUNS} that the dry run covers.`);
    if (dryRun) return;
    if (!yes) await confirm(context, 'Replay?', '--yes');
    const count = await replayAll(send, output.line);
    output.note(`Replayed ${describeCount(count)} ${count === 1 ? 'delivery' : 'deliveries'}.`);
  },
});
