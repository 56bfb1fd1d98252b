import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { parseJsonObject } from '../json-object.js';
import type { LogSource } from './log-source.js';

const compress = promisify(gzip);

/** The log to upload, and where to. */
export interface UploadedLog {
  /** The address of the endpoint. */
  readonly url: string;
  readonly token: string;
  /** The fields that open it. */
  readonly opening: Readonly<Record<string, unknown>>;
}

/** How a log ended. */
export interface LogEnd {
  /** In bytes. */
  readonly size: number;
  /** The fields that close it. */
  readonly result: Readonly<Record<string, unknown>>;
}

export interface UploadControl {
  /** Null while the log may still grow. */
  ended(): LogEnd | null;
  /** Waits, but not for longer than until the log ends. */
  wait(ms: number): Promise<void>;
  /** Whether nobody waits any longer. */
  isOver(): boolean;
}

export type UploadOutcome =
  | { readonly kind: 'uploaded' }
  /** Sending it again would not help. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** There was not enough time. */
  | { readonly kind: 'unfinished'; readonly reason: string };

const CHUNK_BYTES = 1024 * 1024;
/** A smaller chunk waits for more output, for a moment. */
const ENOUGH_BYTES = 256 * 1024;
const GATHER_MS = 200;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_MS = 250;
/** More bytes than this are worth compressing. */
const SMALL_BYTES = 1024;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;
}

class RefusedError extends Error {}

/** Uploads a log while it grows, and closes it. Whatever the service has not confirmed is sent again. */
export async function uploadLog(
  log: UploadedLog,
  source: LogSource,
  control: UploadControl,
): Promise<UploadOutcome> {
  const sender = new LogSender(log, source, control);
  try {
    const reason = await sender.run();
    return reason === null ? { kind: 'uploaded' } : { kind: 'unfinished', reason };
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

class LogSender {
  /** What the service calls the log, once it is open. */
  private id = '';
  private at = 0;
  /** A chunk that may have arrived. It is repeated as it was: more bytes at its offset would be another chunk. */
  private unanswered: Buffer | null = null;
  /** Whether little output has already waited for more. */
  private hasGathered = false;
  private waitMs = FIRST_WAIT_MS;
  private problem = 'there was not enough time';

  constructor(
    private readonly log: UploadedLog,
    private readonly source: LogSource,
    private readonly control: UploadControl,
  ) {}

  /** Returns null at the end, or why it did not get there. */
  async run(): Promise<string | null> {
    while (!this.control.isOver()) {
      if (this.id === '') await this.open();
      else if (await this.sendNext()) return null;
    }
    return this.problem;
  }

  private async open(): Promise<void> {
    const answer = await this.post('', Buffer.from(JSON.stringify(this.log.opening)), 'application/json');
    const { log, next_offset: next } = answer?.body ?? {};
    if (typeof log !== 'string' || typeof next !== 'number') return this.pause(answer);
    this.id = log;
    this.moveTo(next);
  }

  private moveTo(next: number): void {
    if (next < this.source.first())
      throw new RefusedError(`the service lost what came after byte ${next}, and so did this computer`);
    this.at = next;
    this.unanswered = null;
    this.waitMs = FIRST_WAIT_MS;
  }

  /** Sends a chunk or the end, or waits for more output. True after the end. */
  private async sendNext(): Promise<boolean> {
    const end = this.control.ended();
    const bytes = this.unanswered ?? (await this.source.read(this.at, CHUNK_BYTES));
    if (end === null && bytes.length < ENOUGH_BYTES && !this.hasGathered) {
      this.hasGathered = true;
      await this.control.wait(GATHER_MS);
      return false;
    }
    this.hasGathered = false;
    if (bytes.length > 0) await this.sendChunk(bytes);
    else if (end !== null) return this.close(end);
    return false;
  }

  private async sendChunk(bytes: Buffer): Promise<void> {
    this.unanswered = bytes;
    const isSmall = bytes.length <= SMALL_BYTES;
    const body = isSmall ? bytes : await compress(bytes, { level: constants.Z_BEST_SPEED });
    const encoding = isSmall ? undefined : 'gzip';
    const query = `?log=${this.id}&offset=${this.at}`;
    const answer = await this.post(query, body, 'application/octet-stream', encoding);
    const next = answer?.body['next_offset'];
    // Also after 409: another sender of the same log may have been faster.
    if (typeof next !== 'number' || answer?.body['error'] === 'changed_chunk') return this.pause(answer);
    this.moveTo(next);
    await this.source.release(next);
  }

  private async close({ size, result }: LogEnd): Promise<boolean> {
    const body = Buffer.from(JSON.stringify({ ...result, size }));
    const answer = await this.post(`?log=${this.id}`, body, 'application/json');
    if (typeof answer?.body['delivery_id'] === 'string' && answer.status < 300) return true;
    await this.pause(answer);
    return false;
  }

  /** Waits after an answer that may change, and gives up after any other one. */
  private async pause(answer: Answer | null): Promise<void> {
    const { error, message } = answer?.body ?? {};
    if (error === 'unknown_log') {
      this.id = '';
    } else if (answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      throw new RefusedError(typeof message === 'string' ? message : `HTTP ${answer.status}`);
    } else if (answer !== null) this.problem = typeof message === 'string' ? message : `HTTP ${answer.status}`;
    await this.control.wait(answer?.retryAfterMs ?? this.waitMs);
    this.waitMs = Math.min(this.waitMs * 2, MAX_WAIT_MS);
  }

  /** Null without an answer. */
  private async post(query: string, body: Buffer, type: string, encoding?: string): Promise<Answer | null> {
    const { url, token } = this.log;
    const headers = {
      'user-agent': 'slipway-report',
      'x-webhook-token': token,
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    };
    const limit = new AbortController();
    const end = Date.now() + REQUEST_TIMEOUT_MS;
    // The log may end, and the time for its rest, while the request waits for its answer.
    const timer = setInterval(() => {
      if (this.control.isOver() || Date.now() > end) limit.abort();
    }, CHECK_MS);
    try {
      const sent = {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        redirect: 'error',
        signal: limit.signal,
      } as const;
      const response = await fetch(url + query, sent);
      const seconds = response.headers.get('retry-after') ?? '';
      const retryAfterMs = /^\d{1,3}$/.test(seconds) ? Number(seconds) * 1_000 : null;
      return { status: response.status, body: parseJsonObject(await response.text()) ?? {}, retryAfterMs };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      this.problem = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
      return null;
    } finally {
      clearInterval(timer);
    }
  }
}
