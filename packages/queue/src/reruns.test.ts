import { afterAll, describe, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { connectFailFast, connectRetrying } from './connection.js';
import { createRerunRequests, createReruns, type RerunAnswer } from './reruns.js';

const settings = { REDIS_URL: (await testRedis()).url };
const redis = connectRetrying(settings, () => undefined);
afterAll(() => redis.disconnect());
const requests = createRerunRequests(redis);
const FAILED: RerunAnswer = { kind: 'failed', message: 'The job is disabled.', mayHaveStarted: false };

/** Asks for a new build; `work` does what a worker does with the request, if there is one. */
function rerunsOf(
  work: ((requestId: string) => Promise<unknown>) | null,
  { timeoutMs = 20_000 }: { timeoutMs?: number } = {},
) {
  const queued: string[] = [];
  const reruns = createReruns({
    redis,
    timeoutMs,
    connect: (commandTimeoutMs) => connectFailFast(settings, () => undefined, commandTimeoutMs),
    jobs: {
      async enqueue(_, payload) {
        const { requestId } = payload as { requestId: string };
        queued.push(requestId);
        if (work !== null) await work(requestId);
      },
    },
  });
  const recorded: number[] = [];
  const ask = (buildRunId: number) =>
    reruns.ask({ projectId: 1, buildRunId, requestedAt: new Date(), record: async () => void recorded.push(1) });
  return { ask, queued, recorded };
}

const answering = (answer: RerunAnswer) =>
  rerunsOf(async (id) => {
    if (await requests.claim(id)) await requests.answer(id, answer);
  });

describe('a request to run a build again', () => {
  it('gets the answer of the worker, and is recorded first', async () => {
    const { ask, recorded } = answering({ kind: 'accepted' });
    expect(await ask(1)).toEqual({ kind: 'accepted' });
    expect(recorded).toHaveLength(1);
  });

  it('is sent once if two come at once', async () => {
    const { ask, queued, recorded } = answering({ kind: 'accepted' });
    const kinds = (await Promise.all([ask(2), ask(2)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['accepted', 'repeated']);
    expect([queued.length, recorded.length]).toEqual([1, 1]);
  });

  it('can be repeated if the tool certainly started nothing', async () => {
    const { ask, queued } = answering(FAILED);
    expect([await ask(3), await ask(3)]).toEqual([FAILED, FAILED]);
    expect(queued).toHaveLength(2);
  });

  it('cannot be repeated at once if the tool may have started the build', async () => {
    const { ask } = answering({ ...FAILED, mayHaveStarted: true });
    await ask(4);
    expect(await ask(4)).toMatchObject({ kind: 'repeated' });
  });

  it('starts nothing later if no worker took it in time', async () => {
    const { ask, queued } = rerunsOf(null, { timeoutMs: 50 });
    expect(await ask(5)).toEqual({ kind: 'no_worker' });
    expect(await requests.claim(queued[0] ?? '')).toBe(false);
  });

  it('may have started the build if a worker took it and died; another worker does not start it again', async () => {
    const { ask, queued } = rerunsOf((id) => requests.claim(id), { timeoutMs: 50 });
    expect(await ask(6)).toEqual({ kind: 'no_answer' });
    expect(await requests.claim(queued[0] ?? '')).toBe(false);
  });
});
