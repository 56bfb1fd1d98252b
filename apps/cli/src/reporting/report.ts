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

interface AnyReport {
  /** Below /webhooks. */
  readonly path: string;
  /** What to call it in messages. */
  readonly title: string;
}

/** A report before it has a host, a token and an id. */
export interface Report extends AnyReport {
  readonly provider: 'deployment' | 'game_engine' | 'jenkins' | 'lore' | 'perforce';
  readonly body: Readonly<Record<string, unknown>>;
}

/** A form with files. It needs neither a signature nor an id: its content identifies it. */
export interface FormReport extends AnyReport {
  readonly contentType: string;
  readonly form: Buffer;
}

/** What became of a report. */
export interface ReportResult {
  readonly title: string;
  readonly state: 'accepted' | 'rejected' | 'waiting';
  readonly delivery_id: string | null;
  readonly message: string | null;
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
  makeReports: () => readonly (Report | FormReport)[] | Promise<readonly (Report | FormReport)[]>,
): Promise<void> {
  const { output } = context;
  let results: readonly ReportResult[] = [];
  try {
    results = await storeAndSend(context, await makeReports());
    if (isStrict && results.some(({ state }) => state !== 'accepted'))
      throw new CliError('Some reports were not sent.');
  } catch (error) {
    if (isStrict) throw error;
    const hint = error instanceof CliError && error.hint !== undefined ? ` ${error.hint}` : '';
    output.warn(`Not reported: ${error instanceof Error ? error.message : String(error)}${hint}`);
  } finally {
    if (output.json !== null) await output.value(results);
  }
}

async function storeAndSend(
  context: CommandContext,
  reports: readonly (Report | FormReport)[],
): Promise<ReportResult[]> {
  const outbox = outboxOf(context);
  const queues = new Set<string>();
  const own = new Map<string, string>();
  const results: ReportResult[] = [];
  for (const report of reports) {
    const request = await requestOf(context, report);
    const kept = await outbox.keep(request, report.title);
    if (kept === null) {
      results.push(await sendOnce(context, request, report.title));
      continue;
    }
    const { queue, file, dropped } = kept;
    if (dropped > 0) context.output.warn(`The outbox is full: ${dropped} of the oldest reports were dropped.`);
    queues.add(queue);
    own.set(file, report.title);
  }
  const flushed = await flush(outbox, [...queues], { policy: policyOf(context), own: new Set(own.keys()) });
  explain(context, flushed);
  for (const [file, title] of own) results.push(await resultOf(outbox, flushed, { file, title }));
  return results;
}

async function sendOnce(context: CommandContext, request: WebhookRequest, title: string): Promise<ReportResult> {
  context.output.warn('The outbox cannot be written; the report is sent only once.');
  const answer = await postWebhook(request, policyOf(context));
  if (answer.kind !== 'accepted')
    throw new CliError(answer.kind === 'refused' ? `${answer.status} ${answer.message}` : answer.reason);
  if (context.output.json === null) context.output.line(`Reported ${title}.`);
  return { title, state: 'accepted', delivery_id: answer.deliveryId, message: null };
}

/** A report that is in neither list and no longer in the outbox was sent by another process. */
async function resultOf(
  outbox: Outbox,
  { sent, refused, problem }: Flushed,
  { file, title }: { readonly file: string; readonly title: string },
): Promise<ReportResult> {
  const deliveryId = sent.get(file)?.deliveryId ?? null;
  const refusal = refused.get(file);
  if (refusal !== undefined) return { title, state: 'rejected', delivery_id: null, message: refusal };
  if (deliveryId === null && (await outbox.read(file)) !== null)
    return { title, state: 'waiting', delivery_id: null, message: problem };
  return { title, state: 'accepted', delivery_id: deliveryId, message: null };
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

async function requestOf(context: CommandContext, report: Report | FormReport): Promise<WebhookRequest> {
  const { SLIPWAY_WEBHOOK_TOKEN: token = '', SLIPWAY_WEBHOOK_SECRET: secret } = context.env;
  if (!/^[0-9a-fA-F]{64}$/.test(token))
    throw new CliError('Set SLIPWAY_WEBHOOK_TOKEN to the webhook token of the integration.', {
      hint: 'The console shows it when the integration is created.',
    });
  const { path } = report;
  const url = `${(await context.session()).host}/webhooks/${path}`;
  const agent = { 'user-agent': 'slipway-report' };
  if ('form' in report) {
    const headers = { ...agent, 'content-type': report.contentType, 'x-webhook-token': token };
    return { url, headers, body: report.form.toString('base64'), encoding: 'base64' };
  }
  const headers = { ...agent, [DELIVERY_HEADER]: randomUUID() };
  const { provider, body } = report;
  return { ...signRequest(provider, { path, body, headers }, { token, secret }, Date.now()), url };
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
  if (output.json === null) for (const { title } of sent.values()) output.line(`Reported ${title}.`);
  for (const title of refused.values()) output.warn(`Rejected, and not kept: ${title}`);
  if (problem !== null) output.warn(`Kept for the next report: ${problem}.`);
}
