import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { stateFolder } from '@slipway/credentials';
import { DELIVERY_HEADER, signRequest } from '@slipway/providers';
import { closest } from 'fastest-levenshtein';
import { CliError, EXIT } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { Option } from '../define-command.js';
import { type PostPolicy, postWebhook, type WebhookRequest } from '../sending/post-webhook.js';
import { type Flushed, flush } from './flush.js';
import { type Outbox, openOutbox } from './outbox.js';

/** A report before it has a host, a token and an id. */
export interface Report {
  readonly provider: 'deployment' | 'game_engine' | 'jenkins' | 'lore' | 'perforce';
  /** Below /webhooks. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What to call it in messages. */
  readonly title: string;
}

export const reportOptions = {
  strict: {
    kind: 'flag',
    description: 'exit with 1 if the report is not accepted immediately, with 2 if it is wrong',
  },
} as const satisfies Readonly<Record<string, Option>>;

/**
 * Stores the reports, then sends them after earlier ones of the same integration. Without --strict, it never
 * fails the caller.
 */
export async function sendReport(
  context: CommandContext,
  isStrict: boolean,
  makeReports: () => readonly Report[] | Promise<readonly Report[]>,
): Promise<void> {
  try {
    const outbox = outboxOf(context);
    const queues = new Set<string>();
    const own = new Set<string>();
    for (const report of await makeReports()) {
      const request = await requestOf(context, report);
      const kept = await outbox.keep(request, report.title);
      if (kept === null) {
        await sendOnce(context, request, report.title);
        continue;
      }
      const { queue, file, dropped } = kept;
      if (dropped > 0) context.output.warn(`The outbox is full: ${dropped} of the oldest reports were dropped.`);
      queues.add(queue);
      own.add(file);
    }
    const flushed = await flush(outbox, [...queues], { policy: policyOf(context), own });
    explain(context, flushed);
    if (isStrict) await requireSent(outbox, own, flushed);
  } catch (error) {
    if (isStrict) throw error;
    const hint = error instanceof CliError && error.hint !== undefined ? ` ${error.hint}` : '';
    context.output.warn(`Not reported: ${error instanceof Error ? error.message : String(error)}${hint}`);
  }
}

async function sendOnce(context: CommandContext, request: WebhookRequest, title: string): Promise<void> {
  context.output.warn('The outbox cannot be written; the report is sent only once.');
  const answer = await postWebhook(request, policyOf(context));
  if (answer.kind === 'accepted') return context.output.line(`Reported ${title}.`);
  throw new CliError(answer.kind === 'refused' ? `${answer.status} ${answer.message}` : answer.reason);
}

async function requireSent(outbox: Outbox, own: ReadonlySet<string>, { refused }: Flushed): Promise<void> {
  for (const file of own)
    if (refused.has(file) || (await outbox.read(file)) !== null) throw new CliError('Some reports were not sent.');
}

/** A build must not wait long for its report: make one attempt, and let the next report retry. */
export function policyOf({ env }: CommandContext): PostPolicy {
  const { SLIPWAY_TIMEOUT: seconds = '', SLIPWAY_MIN_SPEED: speed = '' } = env;
  const timeoutMs = (isCount(seconds) ? Number(seconds) : 5) * 1_000;
  return { timeoutMs, attempts: 1, maxWaitMs: 0, ...(isCount(speed) ? { bytesPerSecond: Number(speed) } : {}) };
}

function isCount(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text);
}

export function outboxOf({ env }: CommandContext) {
  return openOutbox(join(stateFolder(env), 'outbox'));
}

async function requestOf(context: CommandContext, { provider, path, body }: Report): Promise<WebhookRequest> {
  const { SLIPWAY_WEBHOOK_TOKEN: token = '', SLIPWAY_WEBHOOK_SECRET: secret } = context.env;
  if (!/^[0-9a-fA-F]{64}$/.test(token))
    throw new CliError('Set SLIPWAY_WEBHOOK_TOKEN to the webhook token of the integration.', {
      hint: 'The console shows it when the integration is created.',
    });
  const headers = { 'user-agent': 'slipway-report', [DELIVERY_HEADER]: randomUUID() };
  const signed = signRequest(provider, { path, body, headers }, { token, secret }, Date.now());
  return { ...signed, url: `${(await context.session()).host}/webhooks/${path}` };
}

export function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A value that the command line or the CI system must provide. */
export function required(value: string | undefined, option: string): string {
  if (value !== undefined && value !== '') return value;
  throw new CliError(`${option} is required: no CI system sets it.`, { code: EXIT.misreported });
}

/**
 * A word that the service understands. It would accept any other and keep it, and a build with a misspelled status would
 * never end.
 */
export function knownWord(written: string, option: string, words: readonly string[]): string {
  const word = written.trim().toLowerCase();
  if (words.includes(word)) return written.trim();
  throw new CliError(`${option} ${written} is not a known word. Did you mean ${closest(word, words)}?`, {
    code: EXIT.misreported,
    hint: `Nothing was sent. Known words: ${words.join(', ')}.`,
  });
}

export function explain({ output }: CommandContext, { sent, refused, problem }: Flushed): void {
  for (const title of sent) output.line(`Reported ${title}.`);
  for (const title of refused.values()) output.warn(`Rejected, and not kept: ${title}`);
  if (problem !== null) output.warn(`Kept for the next report: ${problem}.`);
}
