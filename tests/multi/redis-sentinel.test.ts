import { expect, it } from '@jest/globals';
import { eventually, testProcess, testSentinels } from '@slipway/testing';
import { ingestProcesses } from '../faults/ingest-process.js';
import { workerProcesses } from '../faults/worker-process.js';
import { buildReports } from './build-reports.js';

const group = await testSentinels();
const context = await testProcess({
  REDIS_URL: group.url,
  REDIS_SENTINEL_PASSWORD: group.sentinelPassword,
});
context.onClose('redis', group.stop);
const reports = await buildReports(context);
const [ingest, workers] = [ingestProcesses(context.settings), workerProcesses(context.settings)];

it('answers and applies everything while the master dies and the Sentinels promote its replica', async () => {
  const { master, replica } = group;
  const [instance] = [await ingest.start(), await workers.start()];
  await reports.warmUp(instance);
  await reports.expectAppliedOnce();
  let over = false;
  const sending = reports.sendWhile(instance, () => !over);
  await master.kill();
  await eventually('the Sentinels name the replica', async () =>
    (await group.masterPort()) === replica.port ? true : undefined,
  );
  await master.start();
  await master.call('REPLICAOF', '127.0.0.1', replica.port);
  await eventually('the new master has a replica', async () =>
    (await replica.info('connected_slaves')) === '1' ? true : undefined,
  );
  over = true;
  expect(await sending).toBeGreaterThan(10);
  await reports.expectAppliedOnce();
}, 120_000);
