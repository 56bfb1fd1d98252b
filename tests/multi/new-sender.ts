import type { Stack } from '@slipway/standalone';
import { factories, openTestDatabase } from '@slipway/testing';
import { newSessionCookie } from '../e2e/console/session-cookie.js';
import type { Sender } from './load.js';
import { buildListCall, taskUpdates } from './load-requests.js';

const SHARDS = 8;

/** A studio with a project in each shard, so that every server of the cluster has deliveries. */
export async function newSender(stack: Stack): Promise<Sender> {
  const database = openTestDatabase(stack.databases.primary.url);
  const make = factories(database);
  const { accountId, userId } = await make.studio();
  const projects: Awaited<ReturnType<typeof make.project>>[] = [];
  for (let shard = 0; shard < SHARDS; shard += 1) projects.push(await make.project(accountId));
  const webhookTokens: string[] = [];
  for (const project of projects) webhookTokens.push((await make.integration(project, 'jenkins')).token);
  const { token } = await make.apiToken(userId);
  const [first] = projects as [(typeof projects)[0]];
  const task = await make.task(first);
  const cookie = await newSessionCookie(database, userId);
  await database.close();
  const bearer = { authorization: `Bearer ${token}` };
  return {
    webhookTokens,
    reads: [
      { path: `/api/v1/projects/${first.id}/build_runs`, headers: bearer },
      { path: '/console/api/session', headers: { cookie }, isPage: true },
      buildListCall(first.id, token),
    ],
    writeOf: taskUpdates(first.id, task.id, token),
  };
}
