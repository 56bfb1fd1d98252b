import type { RequestListener } from 'node:http';
import { expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { serve } from '@slipway/http';
import { type RedisServer, startRedisCluster } from '@slipway/local';
import { eventually, testProcess } from '@slipway/testing';
import { type IngestProcess, ingestProcesses } from '../faults/ingest-process.js';
import { type WorkerProcess, workerProcesses } from '../faults/worker-process.js';
import { buildReports } from './build-reports.js';

const PASSWORD = 'the-operator-password';
const GENERAL_LIMIT = 3;

const cluster = await startRedisCluster({ replicas: true });
const context = await testProcess({
  REDIS_URL: cluster.url,
  OPERATOR_PASSWORD: PASSWORD,
  GENERAL_RATE_LIMIT: String(GENERAL_LIMIT),
});
context.onClose('cluster', cluster.stop);
const reports = await buildReports(context);
const [ingest, workers] = [ingestProcesses(context.settings), workerProcesses(context.settings)];
const [first, second] = cluster.pairs;
if (first?.replica === undefined || second?.replica === undefined) throw new Error('there are no replicas');
const [cutOff, killed] = [
  { master: first.master, replica: first.replica },
  { master: second.master, replica: second.replica },
];

let [ingestStarted, workerStarted]: [Promise<IngestProcess>?, Promise<WorkerProcess>?] = [];

function startIngest(): Promise<IngestProcess> {
  ingestStarted ??= ingest.start().then(async (instance) => {
    await reports.warmUp(instance);
    return instance;
  });
  return ingestStarted;
}

function startWorker(): Promise<WorkerProcess> {
  workerStarted ??= workers.start();
  return workerStarted;
}

async function open(app: RequestListener): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  context.onClose('server', () => server.close());
  return (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
}

const isMaster = async (server: RedisServer) => ((await server.info('role')) === 'master' ? true : undefined);

it('applies deliveries that a failed master had not replicated', async () => {
  const { master, replica } = cutOff;
  const instance = await startIngest();
  await reports.send(instance, 20);
  await replica.call('CONFIG', 'SET', 'masterauth', 'not-the-password');
  await master.call('CLIENT', 'KILL', 'TYPE', 'replica');
  await eventually('the replica is cut off', async () =>
    (await master.info('connected_slaves')) === '0' ? true : undefined,
  );
  await reports.send(instance, 40);
  await master.kill();
  await eventually('the replica takes over', () => isMaster(replica));
  await master.start();
  await cluster.settled();
  await startWorker();
  await reports.expectAppliedOnce();
}, 120_000);

it('answers and applies everything while a master dies and its replica takes over', async () => {
  const instance = await startIngest();
  await startWorker();
  let over = false;
  const sending = reports.sendWhile(instance, () => !over);
  await killed.master.kill();
  await eventually('the replica takes over', () => isMaster(killed.replica));
  await killed.master.start();
  await cluster.settled();
  over = true;
  expect(await sending).toBeGreaterThan(10);
  await reports.expectAppliedOnce();
}, 120_000);

it('supports limits, duplicates, timers, gauges, readiness and the queue board', async () => {
  const [instance, worker] = [await startIngest(), await startWorker()];
  const api = await open(composeApi(context, () => false));
  for (const ask of [api, instance.ask, worker.ask]) {
    const answer = await eventually('it is ready', async () => {
      const response = await ask('/readyz');
      return response.status === 200 ? ((await response.json()) as object) : undefined;
    });
    expect(answer).toMatchObject({ status: 'ready' });
    expect('warnings' in answer ? answer.warnings : []).toEqual([]);
  }
  expect(await reports.sendTwice(instance)).toBe('duplicate');
  const statuses: number[] = [];
  for (let count = 0; count <= GENERAL_LIMIT; count++) statuses.push((await api('/api/v1/nothing')).status);
  expect(statuses).toEqual([404, 404, 404, 429]);
  const metrics = await eventually('a timer ran, and the gauges are set', async () => {
    const text = await (await worker.ask('/metrics')).text();
    return /timer_runs_total{name="poll_jenkins",outcome="succeeded"} [1-9]/.test(text) &&
      /dependency_up{dependency="redis"} 1/.test(text)
      ? text
      : undefined;
  });
  expect(metrics.match(/slipway_queue_depth{shard="\d",lane="steady",state="waiting"} \d/g)).toHaveLength(8);
  composeConsole(context, () => false);
  const board = await open(context.internalPages.get('/queues') as RequestListener);
  const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`;
  const queues = await eventually('the board is connected', async () => {
    const listed = await board('/queues/api/queues', { headers: { authorization } });
    return ((await listed.json()) as { queues?: unknown[] }).queues;
  });
  expect(queues).toHaveLength(17);
}, 120_000);
