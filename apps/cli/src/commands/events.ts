import type { Client } from '@slipway/client';
import { listAccounts, listWorkspaceEvents, MAX_PAGE_SIZE, WorkspaceEvent } from '@slipway/contracts';
import { planHasFeed } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { isSlipwayError } from '../explain-error.js';
import { column, showStatus, showTime, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { oneLine } from '../output/text.js';
import { readLimit, readRows } from '../resources/define-list.js';
import { filtersOf, readFilters } from '../resources/filters.js';

/** The id of the account that a project belongs to; undefined if it is none of the user's. */
export async function findAccountOf(client: Client, projectId: string): Promise<string | undefined> {
  const { accounts } = await client.call(listAccounts);
  const account = accounts.find(({ project_ids }) => project_ids.includes(projectId));
  return account === undefined ? undefined : String(account.id);
}

/** The account whose feed a person means without naming one: their default account, or the only one with a feed. */
export async function findFeedAccount(client: Client): Promise<string> {
  const { accounts } = await client.call(listAccounts);
  const [only, ...others] = accounts.filter(({ plan }) => planHasFeed(plan));
  const chosen = accounts.find(({ is_default, plan }) => is_default && planHasFeed(plan));
  if (chosen !== undefined) return String(chosen.id);
  if (only === undefined)
    throw new CliError('None of your accounts has a feed: it needs the Team plan or higher.', {
      hint: 'List your accounts and their plans with `slipway whoami`.',
    });
  if (others.length === 0) return String(only.id);
  throw new CliError('Several of your accounts have a feed, but your default account has none.', {
    hint: `Choose one with --account: ${[only, ...others].map(({ id }) => id).join(', ')}`,
  });
}

/** An event may appear with a time in the past, for example if a build ended before it was reported. */
const OVERLAP_MS = 5 * 60_000;

interface Feed {
  readonly client: Client;
  readonly query: Readonly<Record<string, unknown>>;
}

interface Following extends Feed {
  /** Events that existed already, which are not yielded. */
  readonly known: readonly WorkspaceEvent[];
  sleep(): Promise<void>;
}

/** The events of the last few minutes. Read them before the first output to distinguish old events from new ones. */
export async function readRecentEvents({ client, query }: Feed): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  const since = new Date(Date.now() - OVERLAP_MS).toISOString();
  const sent = { query: { ...query, since, limit: MAX_PAGE_SIZE } };
  for await (const event of client.paginate(listWorkspaceEvents, sent, (page) => page.events)) events.push(event);
  return events;
}

/** Yields each new event once, oldest first. */
export async function* followEvents({ known, sleep, ...feed }: Following): AsyncGenerator<WorkspaceEvent, never> {
  let seen = new Set(known.map(({ cursor_key }) => cursor_key));
  for (;;) {
    await sleep();
    const recent = await readRecentEvents(feed);
    yield* recent.filter(({ cursor_key }) => !seen.has(cursor_key)).toReversed();
    // Events outside the window are not read again, so forget them.
    seen = new Set(recent.map(({ cursor_key }) => cursor_key));
  }
}

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
    const request = { contract: listWorkspaceEvents, params: {}, query, limit: readLimit(limit, true) };
    const { rows } = await readRows<WorkspaceEvent>(client, request).catch(explain);
    if (!follow) return context.output.list(rows, { columns, empty: 'No events match.' });
    for (const event of rows.toReversed()) await writeEvent(context, event);
    const sleep = () => context.sleep(POLL_MS);
    const following = followEvents({ client, query: live, known: [...recent, ...rows], sleep });
    for await (const event of following) await writeEvent(context, event);
  },
});
