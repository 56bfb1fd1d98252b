import { newId } from '@slipway/domain';
import { type Redis, waitForConnection } from './connection.js';
import type { JobPublisher } from './jobs.js';
import { CONNECT_TIMEOUT_MS } from './limits.js';
import { DEFAULT_NAMESPACE } from './shards.js';

/** How long a request waits for a worker to be free and for the tool; shorter than the time limits of our clients. */
const RERUN_TIMEOUT_MS = 17_000;
/** A build is not run again twice within this time. */
const REPEAT_MS = 60_000;

const KEYS = `${DEFAULT_NAMESPACE}:rerun`;
const lockOf = (buildRunId: number) => `${KEYS}:build:${buildRunId}`;
const ticketOf = (requestId: string) => `${KEYS}:ticket:${requestId}`;
const answersOf = (requestId: string) => `${KEYS}:answer:${requestId}`;

/** A tool's answer. The message is for people, and contains no text from the tool. */
export type RerunAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly message: string; readonly mayHaveStarted: boolean };

export type RerunResult =
  | RerunAnswer
  /** Someone else has just asked for the same build. */
  | { readonly kind: 'repeated'; readonly requestedAt: Date }
  /** No worker took the request, and none will. Or Redis is down. */
  | { readonly kind: 'no_worker' }
  /** A worker took the request, but its answer is missing. */
  | { readonly kind: 'no_answer' };

interface RerunRequest {
  readonly projectId: number;
  readonly buildRunId: number;
  readonly requestedAt: Date;
  /** Records the request. Called before a worker sees it, but not for a repeated request. */
  record(): Promise<void>;
}

/** Runs builds again: a worker asks the tool, because only workers reach the tools. */
export interface Reruns {
  ask(request: RerunRequest): Promise<RerunResult>;
}

interface RerunOptions {
  readonly redis: Redis;
  readonly jobs: Pick<JobPublisher, 'enqueue'>;
  /** Opens a separate connection for a command that waits so long. */
  connect(commandTimeoutMs: number): Redis;
  readonly timeoutMs?: number;
}

export function createReruns({ redis, jobs, connect, timeoutMs = RERUN_TIMEOUT_MS }: RerunOptions): Reruns {
  /** When the build was last asked for, if that was just now; otherwise locks it. */
  async function lock({ buildRunId, requestedAt }: RerunRequest): Promise<Date | null> {
    const key = lockOf(buildRunId);
    if ((await redis.set(key, requestedAt.toISOString(), 'PX', REPEAT_MS, 'NX')) !== null) return null;
    return new Date((await redis.get(key)) ?? requestedAt);
  }

  async function waitForAnswer(requestId: string): Promise<RerunAnswer | null> {
    const waiting = connect(timeoutMs + CONNECT_TIMEOUT_MS);
    try {
      if (!(await waitForConnection(waiting, CONNECT_TIMEOUT_MS))) return null;
      const reply = await waiting.blpop(answersOf(requestId), timeoutMs / 1_000);
      return reply === null ? null : (JSON.parse(reply[1]) as RerunAnswer);
    } finally {
      waiting.disconnect();
    }
  }

  async function send(requestId: string, { projectId, buildRunId }: RerunRequest): Promise<RerunAnswer | null> {
    await redis.set(ticketOf(requestId), '', 'PX', REPEAT_MS);
    await jobs.enqueue('rerun_build', { requestId, projectId, buildRunId }, requestId);
    return waitForAnswer(requestId);
  }

  async function exchange(request: RerunRequest): Promise<RerunResult> {
    const requestId = newId();
    const answer = await send(requestId, request).catch(() => null);
    if (answer !== null) return answer;
    // Without its ticket, the job does nothing, even if a worker finds it later.
    const isUntaken = await redis.del(ticketOf(requestId)).catch(() => 0);
    return { kind: isUntaken ? 'no_worker' : 'no_answer' };
  }

  return {
    async ask(request) {
      const locked = await lock(request).catch(() => 'no_worker' as const);
      if (locked === 'no_worker') return { kind: locked };
      if (locked !== null) return { kind: 'repeated', requestedAt: locked };
      let mayHaveStarted = false;
      try {
        await request.record();
        const result = await exchange(request);
        mayHaveStarted = result.kind === 'failed' ? result.mayHaveStarted : result.kind !== 'no_worker';
        return result;
      } finally {
        // The lock ends by itself if Redis is down.
        if (!mayHaveStarted) await redis.del(lockOf(request.buildRunId)).catch(() => undefined);
      }
    },
  };
}

/** The requests of `createReruns`, as a worker sees them. */
export interface RerunRequests {
  /**
   * Whether the worker may act. Only the first one may, and only while someone waits for the answer: a job that is
   * repeated because its worker died must not start a second build.
   */
  claim(requestId: string): Promise<boolean>;
  answer(requestId: string, answer: RerunAnswer): Promise<void>;
}

export function createRerunRequests(redis: Redis): RerunRequests {
  return {
    claim: async (requestId) => (await redis.del(ticketOf(requestId))) === 1,
    async answer(requestId, answer) {
      const key = answersOf(requestId);
      await redis.multi().rpush(key, JSON.stringify(answer)).pexpire(key, RERUN_TIMEOUT_MS).exec();
    },
  };
}
