import { afterAll, describe, expect, it } from '@jest/globals';
import { connectRetrying, createJobPublisher, startJobWorker } from '@slipway/queue';
import { createLogger, createMetrics } from '@slipway/runtime';
import { eventually, testClock, testRedis } from '@slipway/testing';
import { createTimers } from './timers.js';
import { createWorkerMetrics } from './worker-metrics.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectRetrying({ REDIS_URL: url }, () => undefined);
const queue = createJobPublisher({ connection, namespace });
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

function newTimers() {
  const registry = createMetrics();
  const clock = testClock();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const timers = createTimers({ metrics: createWorkerMetrics(registry), queue, clock, logger });
  return { timers, clock, read: async () => (await registry.registry.metrics()).split('\n') };
}

const runs = (name: string, outcome: string) => `slipway_timer_runs_total{name="${name}",outcome="${outcome}"} 1`;

describe('a timer', () => {
  it('that succeeds is counted, with the time of its success', async () => {
    const { timers, clock, read } = newTimers();
    await timers.run('sweep_trials', async () => undefined);
    const lines = await read();
    expect(lines).toContain(runs('sweep_trials', 'succeeded'));
    expect(lines).toContain(
      `slipway_timer_last_success_timestamp_seconds{name="sweep_trials"} ${clock.now() / 1000}`,
    );
  });

  it('that does not finish its work counts as unfinished, not as a success', async () => {
    const { timers, read } = newTimers();
    await timers.run('apply_retention', async () => 'unfinished');
    const lines = await read();
    expect(lines).toContain(runs('apply_retention', 'unfinished'));
    expect(lines.join()).not.toMatch(
      /outcome="succeeded"|timer_last_success_timestamp_seconds\{name="apply_retention"\}/,
    );
  });

  it('that does not finish its work runs again immediately, on any worker, until it has', async () => {
    let left = 4;
    const startWorker = () => {
      const { timers } = newTimers();
      const finishes = async () => {
        left -= 1;
        return left > 0 ? 'unfinished' : undefined;
      };
      return startJobWorker({
        connection,
        namespace,
        concurrency: 1,
        onError: () => undefined,
        run: (name) => timers.run(name, name === 'apply_retention' ? finishes : async () => undefined),
      });
    };
    const workers = [startWorker(), startWorker()];
    await eventually('the work is done', async () => (left <= 0 ? true : undefined));
    await Promise.all(workers.map((worker) => worker.close()));
  });

  it('that fails is counted as failed, and fails its job', async () => {
    const { timers, read } = newTimers();
    await expect(timers.run('sweep_trials', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    const lines = await read();
    expect(lines).toContain(runs('sweep_trials', 'failed'));
    expect(lines.join()).not.toContain('timer_last_success_timestamp_seconds{name="sweep_trials"}');
  });

  it('is skipped while its previous run is still active; other timers run', async () => {
    const { timers, read } = newTimers();
    let finish: () => void = () => undefined;
    const slow = timers.run('send_notifications', () => new Promise<void>((resolve) => (finish = resolve)));
    await timers.run('send_notifications', () => Promise.reject(new Error('must not run')));
    await timers.run('sweep_trials', async () => undefined);
    finish();
    await slow;
    await timers.run('send_notifications', () => Promise.reject(new Error('runs again'))).catch(() => undefined);
    expect(await read()).toEqual(
      expect.arrayContaining([
        runs('send_notifications', 'skipped'),
        runs('send_notifications', 'succeeded'),
        runs('sweep_trials', 'succeeded'),
        runs('send_notifications', 'failed'),
      ]),
    );
  });
});
