import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from '@jest/globals';
import { releaseBefore } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';
import type { Demo } from '../demo.js';
import { startHosts } from '../multi/hosts.js';
import { startLoad } from '../multi/load.js';
import { buildListCall, taskUpdates } from '../multi/load-requests.js';
import { rollRelease } from '../multi/roll-release.js';

const before = releaseBefore();
const { stack, demoFile } = await startHosts({ release: before, isSeeded: true });
const { tokens, projects, integrations } = JSON.parse(await readFile(demoFile, 'utf8')) as Demo;
const bearer = { authorization: `Bearer ${tokens.full}` };
const tasks = await fetch(`${stack.nginx.url}/api/v1/projects/${projects.main}/tasks?limit=1`, {
  headers: bearer,
});
const [task] = ((await tasks.json()) as { tasks: [{ id: number }] }).tasks;
const load = await startLoad(stack, {
  webhookTokens: [integrations.jenkins.token],
  reads: [
    { path: `/api/v1/projects/${projects.main}/build_runs`, headers: bearer },
    { path: '/', headers: {}, isPage: true },
    buildListCall(projects.main, tokens.full),
  ],
  writeOf: taskUpdates(projects.main, task.id, tokens.full),
});
afterAll(load.close);

const UNNOTICED = { repeated: 0, failedReads: 0, failedPages: 0, failures: new Set() };

it('no request fails during an upgrade from the previous release, and everything takes effect once', async () => {
  const counts = await load.during('the release before', async () => {
    await stack.migrate(checkout);
    await rollRelease(stack, checkout);
  });
  expect(counts).toMatchObject(UNNOTICED);
  await load.expectAppliedOnce();
}, 600_000);

it('no request fails during a downgrade, and everything takes effect once', async () => {
  const counts = await load.during('this release, by the one before', () => rollRelease(stack, before, 'back'));
  expect(counts).toMatchObject(UNNOTICED);
  await load.expectAppliedOnce();
}, 600_000);
