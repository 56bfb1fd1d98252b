import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@slipway/client';
import { listWorkspaceEvents, MAX_PAGE_SIZE } from '@slipway/contracts';
import {
  providers,
  type SampleEvent,
  type SenderCredentials,
  sampleEventsOf,
  signRequest,
} from '@slipway/providers';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { openClient } from '../open-client.js';
import { column } from '../output/columns.js';
import { postWebhook, type WebhookRequest } from '../sending/post-webhook.js';
import { AUTHORS, FILES, LOGS, TITLES } from '../sending/story.js';
import { type Demo, readDemo } from '../sending/targets.js';

const POLICY = { timeoutMs: 10_000, attempts: 3, maxWaitMs: 30_000 };
const OUTCOME_TIMEOUT_MS = 10_000;
const BUILD_MS = 90_000;
const SKEW_MS = 60_000;

interface Listed {
  readonly provider: string;
  readonly event: SampleEvent;
}

export const command = defineCommand({
  summary: 'Send a realistic, signed event as a tool would',
  description:
    'The integration token is read from SLIPWAY_WEBHOOK_TOKEN and its signing secret from SLIPWAY_WEBHOOK_SECRET, or both from --demo-file. If you are signed in, the command waits until the feed shows what the event became.',
  examples: [
    'slipway send --list',
    'slipway send jenkins failure --demo-file .data/demo.json',
    'SLIPWAY_WEBHOOK_TOKEN=… SLIPWAY_WEBHOOK_SECRET=… slipway send github push --host https://slipway.example.com',
    'slipway send linear created --dry-run',
  ],
  arguments: {
    provider: { description: 'the tool that sends', optional: true },
    event: { description: 'the event; defaults to one that appears in the feed', optional: true },
  },
  options: {
    list: { kind: 'flag', description: 'list providers and their events' },
    dryRun: { kind: 'flag', description: 'print the request and a curl command instead of sending it' },
    demoFile: { kind: 'text', value: 'file', description: 'credentials of the demo that `npm start` seeds' },
    callbackUrl: {
      kind: 'text',
      value: 'address',
      description: 'the address the webhook was created with; Trello and monday signatures cover it',
    },
    account: { kind: 'text', value: 'id', alias: 'account_id', description: 'account whose feed shows the event' },
  },
  async run(context, { provider, event, list, dryRun, demoFile, callbackUrl, account }) {
    if (list) return listEvents(context, provider);
    const chosen = chooseEvent(provider, event);
    const demo = demoFile === undefined ? null : await readDemo(context.folder, demoFile);
    const host = demo?.host ?? (await context.session()).host;
    const credentials = { callbackUrl, ...credentialsOf(context, chosen.provider, demo, dryRun) };
    const details = newDetails();
    const signed = signRequest(chosen.provider, chosen.event.make(details), credentials, details.now);
    const request = { ...signed, url: `${host}/webhooks/${signed.path}` };
    if (dryRun) return printRequest(context, request);
    const answer = await postWebhook(request, { ...POLICY, signal: context.signal });
    if (answer.kind === 'unavailable') throw new CliError(`${host} did not accept the event: ${answer.reason}`);
    if (answer.kind === 'refused') throw new CliError(`${answer.status} ${answer.message}`);
    const outcome = answer.isDuplicate ? 'a duplicate of' : 'accepted as';
    context.output.line(`${chosen.provider} ${chosen.event.name} is ${outcome} delivery ${answer.deliveryId}`);
    const ref = chosen.event.feedRef?.(details);
    if (ref !== undefined) await showOutcome(context, { ref, host, demo, account });
  },
});

function listEvents({ output }: CommandContext, provider: string | undefined): Promise<void> {
  const rows = providers
    .filter(({ id }) => provider === undefined || id === provider)
    .flatMap(({ id }) => sampleEventsOf(id).map((event): Listed => ({ provider: id, event })));
  const columns = [
    column<Listed>('PROVIDER', (row) => row.provider),
    column<Listed>('EVENT', (row) => row.event.name),
    column<Listed>('MEANING', (row) => row.event.summary),
  ];
  return output.list(rows, { columns, empty: `There is no provider ${provider}.` });
}

function chooseEvent(provider: string | undefined, name: string | undefined): Listed {
  const events = provider === undefined ? [] : sampleEventsOf(provider);
  const ids = providers.map(({ id }) => id).join(', ');
  if (provider === undefined || events.length === 0)
    throw new CliError(provider === undefined ? 'Specify a provider.' : `There is no provider ${provider}.`, {
      hint: `Providers: ${ids}. \`slipway send --list\` lists their events.`,
    });
  const event =
    name === undefined
      ? (events.find(({ feedRef }) => feedRef !== undefined) ?? events[0])
      : events.find((candidate) => candidate.name === name);
  if (event === undefined)
    throw new CliError(`${provider} has no event ${name}.`, {
      hint: `Events: ${events.map((each) => each.name).join(', ')}`,
    });
  return { provider, event };
}

function credentialsOf(
  { env }: CommandContext,
  provider: string,
  demo: Demo | null,
  isDryRun: boolean,
): SenderCredentials {
  const found = demo?.integrations.get(provider);
  if (found !== undefined) return found;
  const { SLIPWAY_WEBHOOK_TOKEN: token = '', SLIPWAY_WEBHOOK_SECRET: secret } = env;
  if (token !== '' || isDryRun) return { token: token || 'WEBHOOK_TOKEN', secret };
  throw new CliError('The integration token is missing.', {
    hint: 'Set SLIPWAY_WEBHOOK_TOKEN to it (and SLIPWAY_WEBHOOK_SECRET if requests are signed), or use --demo-file.',
  });
}

function newDetails() {
  const now = Date.now();
  const any = (items: readonly string[]) => items[randomInt(items.length)] ?? '';
  return {
    now,
    id: randomUUID(),
    subject: randomUUID(),
    number: Math.floor(now / 1000),
    job: 'slipway-send',
    title: any(TITLES),
    author: any(AUTHORS),
    file: any(FILES),
    startedAt: now - BUILD_MS,
    log: any(LOGS),
  };
}

function printRequest({ output }: CommandContext, request: Parameters<typeof curlCommand>[0]): void {
  output.line(`POST ${request.url}`);
  for (const [name, value] of Object.entries(request.headers)) output.line(`${name}: ${value}`);
  output.line('');
  output.line(JSON.stringify(JSON.parse(request.body), null, 2));
  output.line('');
  output.line(curlCommand(request));
}

interface Shown {
  readonly ref: string;
  readonly host: string;
  readonly demo: Demo | null;
  readonly account: string | undefined;
}

/** The link is optional: the event was sent even if the token cannot read the feed. */
async function showOutcome(context: CommandContext, { ref, host, demo, account }: Shown): Promise<void> {
  const { output, signal } = context;
  const token = demo?.token ?? (await context.session()).credentials?.token;
  if (token === undefined) return output.note('Sign in with `slipway auth login` to see the result.');
  const client = await openClient({ host, token, signal, output });
  const since = Date.now() - BUILD_MS - SKEW_MS;
  const progress = output.progress('Waiting for it to appear in the feed …');
  try {
    const accountId = account ?? demo?.accountId;
    const path = await findOutcome(client, { ref, accountId, since, timeoutMs: OUTCOME_TIMEOUT_MS });
    progress.stop();
    if (path === null) output.warn(`The feed does not show ${ref} yet.`);
    else output.line(`${ref}: ${host}${path}`);
  } catch (error) {
    progress.stop();
    if (signal.aborted) throw error;
    output.warn(`Cannot read the feed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A curl command that sends the same request from a shell. */
export function curlCommand({ url, headers, body }: WebhookRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -sS ${quoted(url)}`, ...lines, `--data-binary ${quoted(body)}`].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const POLL_MS = 500;

/** What to look for in the feed. */
export interface SoughtEvent {
  readonly ref: string;
  readonly accountId: string | undefined;
  /** Epoch milliseconds; the event is not older than this. */
  readonly since: number;
  readonly timeoutMs: number;
}

/** The path of the record that an event created, once the feed shows it; null if it does not appear in time. */
export async function findOutcome(client: Client, sought: SoughtEvent): Promise<string | null> {
  const query = {
    since: new Date(sought.since).toISOString(),
    limit: MAX_PAGE_SIZE,
    account_id: sought.accountId,
  };
  for (const end = Date.now() + sought.timeoutMs; Date.now() < end; await sleep(POLL_MS)) {
    const { events } = await client.call(listWorkspaceEvents, { query });
    const found = events.find(({ target_ref }) => target_ref === sought.ref);
    if (found !== undefined) return found.url;
  }
  return null;
}
