import { afterAll, expect, it } from '@jest/globals';
import { eventually, testRedis } from '@slipway/testing';
import { connectRetrying } from './connection.js';
import { openJobQueue, startJobWorker } from './jobs.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectRetrying({ REDIS_URL: url }, () => undefined);
const queue = openJobQueue(connection, namespace);
const ran: unknown[] = [];
const failed: string[] = [];
const worker = startJobWorker({
  connection,
  namespace,
  concurrency: 1,
  async run(name, payload) {
    if (name === 'delete_project') ran.push(payload);
  },
  onError: ({ message }) => void failed.push(message),
});
afterAll(async () => {
  await worker.close();
  await queue.close();
  connection.disconnect();
});

it('a job whose payload does not match the catalog fails permanently without running; others continue', async () => {
  const wrong = await queue.add('delete_project', { projectId: '12' }, { attempts: 50 });
  await queue.add('delete_project', { projectId: 12 }, { attempts: 50 });
  await eventually('the other job runs', async () => (ran.length > 0 ? true : undefined));
  await eventually('the wrong job fails', async () => ((await wrong.getState()) === 'failed' ? true : undefined));
  expect(ran).toEqual([{ projectId: 12 }]);
  expect(failed).toEqual(['the payload of delete_project is invalid: data/projectId must be integer']);
});
