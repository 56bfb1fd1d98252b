import { expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { postWebhook, startService } from '../service.js';
import { commandLine } from './command-line.js';

const { database, ingestUrl, apiUrl, make } = await startService();
const { prisma } = database;
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const integration = await make.integration(project, 'jenkins');
const { token } = await make.apiToken(userId);
const { slipway } = await commandLine({
  SLIPWAY_HOST: apiUrl,
  SLIPWAY_TOKEN: token,
  SLIPWAY_PROJECT: String(project.id),
});

async function report(buildNumber: number): Promise<string> {
  const answer = await postWebhook(`${ingestUrl}/webhooks/ci`, {
    headers: { 'content-type': 'application/json', 'x-webhook-token': integration.token },
    body: JSON.stringify({ job_name: 'Harbor-Nightly', build_number: buildNumber, status: 'SUCCESS' }),
  });
  return ((await answer.json()) as { delivery_id: string }).delivery_id;
}

const builds = () => prisma.buildRun.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } });
const openLetters = () => prisma.deadLetter.count({ where: { resolvedAt: null } });
const outcomeOf = (id: string) =>
  eventually(`${id} has an outcome`, async () => (await prisma.delivery.findFirst({ where: { id } }))?.outcome);

it('an operator finds dead letters, sees that a replay would fail, and replays them after a fix', async () => {
  await prisma.$executeRaw`ALTER TABLE build_runs ADD CONSTRAINT short_names CHECK (length(job_name) < 10)`;
  const ids = [await report(1), await report(2)];
  for (const id of ids) expect(await outcomeOf(id)).toBe('dead');
  const [first = ''] = ids;

  expect((await slipway(['delivery', 'list', '--outcome', 'dead'])).out.match(/"short_names"/g)).toHaveLength(2);
  const viewed = await slipway(['delivery', 'view', first]);
  expect(viewed.out).toMatch(/reason:\tnew row for relation "build_runs" violates check constraint "short_names"/);
  expect(viewed.out).toContain('"job_name": "Harbor-Nightly"');
  const replay = ['delivery', 'replay', first];
  const tried = await slipway([...replay, '--dry-run']);
  expect(tried.out).toMatch(new RegExp(`${first} would be dead: new row .*"short_names"`));
  const failed = await slipway([...replay, '--yes']);
  expect(await outcomeOf(failed.out.trim())).toBe('dead');
  expect([await openLetters(), await builds()]).toEqual([2, []]);

  await prisma.$executeRaw`ALTER TABLE build_runs DROP CONSTRAINT short_names`;
  const repaired = await slipway(replay, { columns: 100, stdin: 'y\n' });
  expect(repaired.err).toContain('create build_run');
  expect(repaired.err).not.toContain('would be dead');
  expect(await outcomeOf(repaired.out.trim())).toBe('applied');
  expect(await openLetters()).toBe(1);

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const all = await slipway([
    'delivery',
    'replay',
    '--outcome',
    'dead',
    '--provider',
    'jenkins',
    '--since',
    since,
    '-y',
  ]);
  for (const id of all.out.trim().split('\n')) expect(await outcomeOf(id)).toBe('applied');
  expect(await openLetters()).toBe(0);
  expect((await builds()).map(({ buildNumber, status }) => [buildNumber, status])).toEqual([
    ['1', 'completed'],
    ['2', 'completed'],
  ]);
  expect((await slipway(['delivery', 'view', first])).out).toMatch(/^[0-9a-f-]{36} {2}applied$/m);
});
