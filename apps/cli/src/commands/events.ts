import { listWorkspaceEvents, WorkspaceEvent } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { isSlipwayError } from '../explain-error.js';
import { column, showStatus, showTime, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/fields.js';
import { oneLine } from '../output/text.js';
import { readLimit } from '../resources/define-list.js';
import { filtersOf, readFilters } from '../resources/filters.js';
import { findAccountOf, findFeedAccount } from '../resources/find-account.js';
import { followEvents, readRecentEvents } from '../resources/follow-events.js';
import { readRows } from '../resources/read-rows.js';

const columns = [
  timeColumn<WorkspaceEvent>('TIME', ({ timestamp }) => timestamp),
  statusColumn<WorkspaceEvent>('', ({ status }) => status),
  column<WorkspaceEvent>('EVENT', ({ event_type }) => event_type),
  textColumn<WorkspaceEvent>('PROJECT', ({ project_name }) => project_name),
  textColumn<WorkspaceEvent>('MESSAGE', ({ message }) => message),
  textColumn<WorkspaceEvent>('ACTOR', ({ actor }) => actor),
];

/** `event_types` is an alias of `event_type`, and `--project` also accepts names. */
const { event_types: _, project_id: __, ...filters } = filtersOf(listWorkspaceEvents);

const POLL_MS = 3_000;

/** One event on one line: a followed feed has no table. */
async function writeEvent({ output }: CommandContext, event: WorkspaceEvent): Promise<void> {
  if (output.json !== null) return output.value(event);
  const { timestamp, status, event_type, project_name, message, actor } = event;
  const values = [timestamp, status, event_type, project_name, message, actor].map(oneLine);
  if (!output.isTerminal) return output.line(values.join('\t'));
  const paint = { colours: output.colours, now: Date.now() };
  const kind = showStatus(oneLine(event_type), paint);
  output.colouredLine([showTime(timestamp, paint), kind, oneLine(project_name), oneLine(message)].join('  '));
}

/** The plan of the selected project's account may not include the feed. */
function explainDefaultFeed(error: unknown): never {
  if (!isSlipwayError(error) || error.status !== 403 || error.body['upgrade_url'] === undefined) throw error;
  const upgrade = `Upgrade: ${error.body['upgrade_url']}`;
  const hint = `${upgrade}\nFor another account, pass --account: \`slipway whoami\` lists yours.`;
  throw new CliError(error.message, { hint, cause: error });
}

/**
 * The filters of the feed: the account that the command line names, otherwise that of the selected project. Only
 * `--project` restricts the feed to the project.
 */
async function readQuery(context: CommandContext, { project, ...input }: Readonly<Record<string, unknown>>) {
  const filtered = readFilters(listWorkspaceEvents, input);
  const client = await context.client();
  const named =
    project === undefined
      ? null
      : await (await import('../projects/choose-project.js')).findProject(client, String(project));
  const query = { ...filtered, ...(named && { project_id: named.id }) };
  if (query.account_id !== undefined) return query;
  const chosen = named ?? (await context.projectIfChosen());
  const account_id = chosen === null ? await findFeedAccount(client) : await findAccountOf(client, chosen.id);
  return { ...query, ...(account_id !== undefined && { account_id }) };
}

export const command = defineCommand({
  summary: 'Show events across all projects of an account, newest first',
  description:
    'Shows the account of the selected project, otherwise your default account, or the only one with a feed. Needs ' +
    'the Team plan or higher. Also called `slipway feed`. ' +
    '--follow keeps showing new events, oldest first, until Ctrl-C (exit code 2); with --json it writes one document ' +
    'per event.',
  examples: [
    'slipway events --event-type "build_run.*" --days-back 2',
    'slipway events --follow --project Undertow',
    'slipway events --account 1 --json timestamp,message --limit 100',
  ],
  json: fieldsOf(WorkspaceEvent),
  options: {
    ...filters,
    project: {
      kind: 'text',
      short: 'p',
      description: 'only events of this project, by id or name',
      value: 'project',
    },
    limit: { kind: 'number', short: 'L', description: 'the maximum number of events to show (default: 30)' },
    follow: { kind: 'flag', short: 'f', description: 'show new events as they arrive' },
  },
  async run(context, { limit, follow, ...written }) {
    const client = await context.client();
    const input: Readonly<Record<string, unknown>> = written;
    const explain = (error: unknown) => {
      if (input['account_id'] !== undefined) throw error;
      return explainDefaultFeed(error);
    };
    const query = await readQuery(context, input).catch(explain);
    const { since: _since, ...live } = query;
    const recent = follow ? await readRecentEvents({ client, query: live }).catch(explain) : [];
    const request = {
      contract: listWorkspaceEvents,
      params: {},
      query,
      field: 'events',
      limit: readLimit(limit, true),
    };
    const { rows } = await readRows<WorkspaceEvent>(client, request).catch(explain);
    if (!follow) return context.output.list(rows, { columns, empty: 'No events match.' });
    for (const event of rows.toReversed()) await writeEvent(context, event);
    const sleep = () => context.sleep(POLL_MS);
    const following = followEvents({ client, query: live, known: [...recent, ...rows], sleep });
    for await (const event of following) await writeEvent(context, event);
  },
});
