import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SampleDetails, type SenderCredentials, signRequest } from '@slipway/providers';
import { postWebhook, type WebhookAnswer } from '../sending/post-webhook.js';
import { type Ledger, shownName } from './ledger.js';
import type { PlannedEvent, Subject } from './plan-day.js';

export interface PlayOptions {
  readonly host: string;
  readonly integrations: ReadonlyMap<string, SenderCredentials>;
  readonly run: string;
  readonly rate: number;
  /** Aborted by Ctrl-C: no new subject starts, and those under way are finished. */
  readonly stop: AbortSignal;
}

export interface Sent {
  sent: number;
  refused: number;
  /** The answer to a refused event, for the report. */
  problem: string | null;
}

/** Senders eventually give up; the service asks them to wait at most half a minute. */
const POLICY = { timeoutMs: 20_000, attempts: 8, maxWaitMs: 60_000 };
const MAX_IN_FLIGHT = 128;

/** Sends the planned events at a steady rate; the events of one subject are sent one after the other. */
export async function playDay(plan: readonly PlannedEvent[], options: PlayOptions, ledger: Ledger, sent: Sent) {
  const subjects = new Map<Subject, { startedAt: number; last: Promise<void> }>();
  const inFlight = new Set<Promise<void>>();
  const began = Date.now();
  for (const [index, planned] of plan.entries()) {
    const { subject } = planned;
    if (options.stop.aborted && !subjects.has(subject)) continue;
    const dueIn = began + (index * 1_000) / options.rate - Date.now();
    if (dueIn > 1 && !options.stop.aborted) await pause(dueIn, options.stop);
    if (options.stop.aborted && !subjects.has(subject)) continue;
    const { startedAt, last } = subjects.get(subject) ?? { startedAt: Date.now(), last: Promise.resolve() };
    const sending = last.then(() => sendOne(planned, startedAt, options)).then((answer) => note(planned, answer));
    subjects.set(subject, { startedAt, last: sending });
    inFlight.add(sending);
    void sending.finally(() => inFlight.delete(sending));
    if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);

  function note(planned: PlannedEvent, { answer, details }: SentEvent): void {
    sent.sent += 1;
    if (answer.kind === 'accepted') {
      const { place, name } = placeOf(planned, details);
      ledger.accept({ name, place, isLast: planned.isLast, at: Date.now() });
      return;
    }
    sent.refused += 1;
    sent.problem ??= answer.kind === 'refused' ? `${answer.status} ${answer.message}` : answer.reason;
  }
}

interface SentEvent {
  readonly answer: WebhookAnswer;
  readonly details: SampleDetails;
}

async function sendOne(planned: PlannedEvent, startedAt: number, options: PlayOptions): Promise<SentEvent> {
  const { event, subject } = planned;
  const { host, integrations, run } = options;
  const credentials = integrations.get(subject.provider) ?? { token: '' };
  const details = {
    ...subject.story,
    now: Date.now(),
    id: randomUUID(),
    subject: uuidOf(`${run}:${subject.sequence}`),
    startedAt,
  };
  const signed = signRequest(subject.provider, event.make(details), credentials, details.now);
  const request = { ...signed, url: `${host}/webhooks/${signed.path}` };
  return { answer: await postWebhook(request, POLICY), details };
}

/** Where the service will show the subject of an event, and by which name. */
function placeOf({ event, subject }: PlannedEvent, details: SampleDetails) {
  const key = event.referenceKey?.(details);
  if (key !== undefined)
    return { place: 'references', name: shownName('references', subject.provider, key) } as const;
  const ref = event.feedRef?.(details) ?? `${details.job} #${details.number}`;
  return { place: 'feed', name: ref } as const;
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined);
}
