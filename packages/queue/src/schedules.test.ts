import { afterAll, describe, expect, it } from '@jest/globals';
import { JOBS } from '@slipway/contracts';
import { eventually, testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { connectRetrying } from './connection.js';
import { startJobWorker } from './jobs.js';
import { isTimer } from './schedules.js';

const { url, prefix } = await testRedis();
const connection = connectRetrying({ REDIS_URL: url }, () => undefined);
const timers = Object.keys(JOBS).filter(isTimer).toSorted();
const ran = new Map<string, number>();
const failed: string[] = [];

function startWorker() {
  return startJobWorker({
    connection,
    namespace: prefix,
    concurrency: 1,
    renewSchedulesMs: 50,
    async run(name) {
      ran.set(name, (ran.get(name) ?? 0) + 1);
    },
    onError: (error) => failed.push(error.message),
  });
}

const queue = new Queue('jobs', { connection, prefix: `{${prefix}:jobs}` });
const workers = [startWorker(), startWorker()];
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await queue.close();
  connection.disconnect();
});

const allRan = async () => (timers.every((name) => ran.has(name)) ? true : undefined);
const scheduled = async () => (await queue.getJobSchedulers()).map(({ key }) => key).toSorted();

describe('timers', () => {
  it('run soon after the first start, with one schedule for all workers', async () => {
    await eventually('every timer ran', allRan);
    expect(await scheduled()).toEqual(timers);
  });

  it('are restored when Redis has lost its data', async () => {
    ran.clear();
    await connection.flushdb();
    await eventually('every timer ran again', allRan);
    expect(await scheduled()).toEqual(timers);
  });

  it('are restored when the schedule exists but its next run is lost', async () => {
    await connection.del(queue.toKey('delayed'));
    await eventually('every timer has a next run', async () =>
      (await queue.getDelayedCount()) >= timers.length ? true : undefined,
    );
    expect(await scheduled()).toEqual(timers);
  });

  it('leave no finished jobs in Redis', async () => {
    expect(await queue.getJobCounts('completed', 'failed')).toEqual({ completed: 0, failed: 0 });
    expect(failed).toEqual([]);
  });
});

it('a job from a newer release is delayed until a worker knows it', async () => {
  const { id = '' } = await queue.add('not_invented_yet', {});
  await eventually('the job is delayed', async () =>
    (await queue.getJobState(id)) === 'delayed' ? true : undefined,
  );
});
