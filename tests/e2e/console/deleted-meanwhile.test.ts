import { expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { serveConsole } from './served-console.js';

const { database, project, owner, member } = await serveConsole();
const { prisma } = database;
const at = `/projects/${project.id}`;
const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  (await owner.browser.call(method, path, body)).status;

async function addIntegration() {
  const { body } = await owner.browser.call('POST', `${at}/integrations`, { provider: 'jenkins', name: 'CI' });
  const { id } = body.integration as { id: number };
  return { path: `${at}/integrations/${id}`, row: `integrations WHERE id = ${id}` };
}

async function addChannel() {
  const channel = { kind: 'slack_webhook', name: 'Builds', url: 'https://hooks.slack.com/services/T0/B0/x' };
  const { body } = await owner.browser.call('POST', `${at}/notification_channels`, channel);
  const { id } = body.channel as { id: string };
  return { path: `${at}/notification_channels/${id}`, row: `notification_channels WHERE id = '${id}'` };
}

async function addMaskedValue() {
  const value = { name: 'Steam', value: 'a value to mask' };
  const { body } = await owner.browser.call('POST', `${at}/masked_values`, value);
  const { id } = body.masked_values[0] as { id: number };
  return { path: `${at}/masked_values/${id}`, row: `masked_values WHERE id = ${id}` };
}

async function addMember() {
  await owner.browser.call('POST', `${at}/members`, { user_id: member.id });
  return { path: `${at}/members/${member.id}`, row: `project_memberships WHERE user_id = ${member.id}` };
}

/** True once a statement waits for a lock that another transaction holds. */
async function isWaiting(): Promise<true | undefined> {
  const waiting = await prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1`;
  return waiting.length > 0 || undefined;
}

it.each([
  ['an integration is deleted twice', addIntegration, (path: string) => call('DELETE', path)],
  ['a deleted integration is renamed', addIntegration, (path: string) => call('PATCH', path, { name: 'New' })],
  [
    'the token of a deleted integration is replaced',
    addIntegration,
    (path: string) => call('POST', `${path}/token`, { overlap: '24h' }),
  ],
  [
    'a deleted integration gets a Jenkins token',
    addIntegration,
    (path: string) => call('POST', `${path}/jenkins_token`, { api_token: 'x' }),
  ],
  ['a channel is deleted twice', addChannel, (path: string) => call('DELETE', path)],
  ['a deleted channel is paused', addChannel, (path: string) => call('PATCH', path, { state: 'paused' })],
  ['a masked value is deleted twice', addMaskedValue, (path: string) => call('DELETE', path)],
  ['a member is removed twice', addMember, (path: string) => call('DELETE', path)],
])('404: %s at the same time', async (_name, add, change) => {
  const { path, row } = await add();
  const { answer } = await prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(`DELETE FROM ${row}`);
    const sent = change(path);
    await eventually('the request waits for the row', isWaiting);
    return { answer: sent };
  });
  expect(await answer).toBe(404);
});
