import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { main, paused } = demo.projects;
const JOB = 'undertow-editor-win64';
const FIRST = 9_500;
/** Enough for a test that fails in the last three of them to be broken. */
const BUILDS = 15;
const LAST = FIRST + BUILDS - 1;

interface Case {
  readonly name: string;
  readonly failure?: string | undefined;
}

const caseOf = ({ name, failure }: Case) =>
  failure === undefined
    ? `<testcase classname="Harbor.Quay" name="${name}" time="0.4"/>`
    : `<testcase classname="Harbor.Quay" name="${name}" time="0.9" file="Source/Quay.cpp" line="41"><failure message="${failure}">${failure}\n  in Quay::Moor()</failure><system-out>Mooring line 4 is slack</system-out></testcase>`;

/** Uploads a report as a build step does. */
async function upload(buildNumber: number, cases: readonly Case[], fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  const named = { job_name: JOB, build_number: String(buildNumber), suite: 'PlayMode', ...fields };
  for (const [name, value] of Object.entries(named)) form.set(name, value);
  const report = `<testsuite name="${buildNumber}">${cases.map(caseOf).join('')}</testsuite>`;
  form.append('file', new Blob([report]), 'results.xml');
  const headers = { 'x-webhook-token': demo.integrations.jenkins.token };
  const response = await fetch(`${stack.baseUrl}/webhooks/tests`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(202);
}

async function reportBuild(buildNumber: number): Promise<void> {
  const body = { job_name: JOB, build_number: buildNumber, status: 'failure', branch: 'main' };
  const headers = { 'content-type': 'application/json', 'x-webhook-token': demo.integrations.jenkins.token };
  const response = await fetch(`${stack.baseUrl}/webhooks/ci`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const buildNumbered = (buildNumber: number) =>
  prisma.buildRun.findFirstOrThrow({ where: { projectId: main, buildNumber: String(buildNumber) } });
const testNamed = (name: string) => prisma.test.findFirstOrThrow({ where: { projectId: main, name } });

beforeAll(async () => {
  for (let number = FIRST; number <= LAST; number += 1) {
    await reportBuild(number);
    for (const platform of ['PS5', 'Win64'])
      await upload(
        number,
        [
          { name: 'Moors', failure: number > LAST - 3 ? 'Expected 4 boats, got 3' : undefined },
          { name: 'Floats', failure: number === LAST ? 'The hull took on water' : undefined },
          { name: 'Ticks' },
        ],
        { platform },
      );
  }
  await eventually('the test is broken on both platforms', async () => {
    const broken = await prisma.testState.count({ where: { projectId: main, state: 'broken' } });
    const waiting = await prisma.testRun.count({ where: { projectId: main, judgeAfter: { not: null } } });
    return (broken >= 2 && waiting === 0) || undefined;
  });
}, 60_000);

afterEach(() => prisma.testMute.deleteMany());

describe('the tests of a project', () => {
  it('have a page that shows how to upload the first report', async () => {
    const page = await stack.openPage(`/projects/${paused}/tests`);
    await page.getByRole('heading', { name: 'No test results yet' }).waitFor();
    const sample = await page.getByRole('figure').textContent();
    expect(sample).toContain(`curl -X POST ${stack.baseUrl}/webhooks/tests`);
    await page.goto(`/projects/${main}/builds`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tests', exact: true }).click();
    await page.waitForURL(`**/projects/${main}/tests`);
  });

  it('are listed by their newest failure, and by filters in the address', async () => {
    const page = await stack.openPage(`/projects/${main}/tests?q=Harbor.Quay`);
    const rows = page.getByRole('table', { name: 'Tests' }).getByRole('row');
    await rows.filter({ hasText: 'Moors' }).getByText('Broken').waitFor();
    expect(await rows.nth(3).textContent()).toContain('Ticks');
    await rows
      .filter({ hasText: 'Moors' })
      .getByRole('img', { name: `${BUILDS} builds: 3 failed, ${BUILDS - 3} passed` })
      .waitFor();
    await page.getByLabel('Any verdict').selectOption('broken');
    await page.waitForURL(/verdict=broken/);
    await rows.filter({ hasText: 'Ticks' }).waitFor({ state: 'detached' });
    await page.goto(`/projects/${main}/tests?variant=PS5&q=quay.ti&sort=slowest`);
    await rows.filter({ hasText: 'Ticks' }).waitFor();
    expect(await rows.count()).toBe(2);
    await page.setViewportSize(PHONE);
    expect([...(await barriers(page)), ...(await overflow(page))]).toEqual([]);
  });

  it('are shown on their build, new failures apart from known ones, with the history on each variant', async () => {
    const { id } = await buildNumbered(LAST);
    const page = await stack.openPage(`/projects/${main}/builds/${id}`);
    await page.getByText('2 new failures').waitFor();
    const failure = page.getByRole('region', { name: 'New failures' }).getByRole('listitem').first();
    await failure.getByRole('button', { name: /Floats on PS5/ }).click();
    await failure.getByText('Source/Quay.cpp:41').waitFor();
    await failure.getByText('Output').click();
    await failure.getByText('Mooring line 4 is slack').waitFor();
    const runs = failure.getByRole('list', { name: 'Last runs on Win64' }).getByRole('listitem');
    expect(await runs.count()).toBe(BUILDS);
    await failure.getByText('Also failing on').waitFor();
    await page.getByRole('region', { name: 'Known failures' }).getByText('Moors').first().waitFor();
    expect([...(await barriers(page, '#tests')), ...(await overflow(page))]).toEqual([]);
    await page.getByRole('button', { name: /^Passed/ }).click();
    await page.waitForURL(/tests=passed/);
    await page.getByRole('list', { name: 'Tests that passed' }).getByText('Ticks').first().click();
    await page.getByRole('heading', { level: 1, name: /Ticks/ }).waitFor();
  });

  it('have a page each, which says since when they fail', async () => {
    const { id } = await testNamed('Moors');
    const page = await stack.openPage(`/projects/${main}/tests/${id}`);
    await page.getByText(/Broken on PS5/).waitFor();
    const since = page.getByText(/Failing since/).first();
    expect(await since.textContent()).toContain(`(3 runs). Last passed in #${LAST - 3}.`);
    await page.locator('pre', { hasText: 'Expected 4 boats, got 3' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await since.getByRole('link', { name: `#${LAST - 2}` }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`#${LAST - 2}`) }).waitFor();
  });

  it('appear in the open list when their results arrive', async () => {
    const page = await stack.openPage(`/projects/${main}/tests?q=Harbor.Quay`);
    const table = page.getByRole('table', { name: 'Tests' });
    await table.getByText('Moors').waitFor();
    await upload(LAST, [{ name: 'Sinks', failure: 'It floats' }], { platform: 'PS5' });
    await table.getByText('Sinks').waitFor();
  });

  it('are only rendered near the window, however many were loaded', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({ name: `Actor ${index} spawns` }));
    await upload(LAST, many, { suite: 'Actors' });
    const page = await stack.openPage(`/projects/${main}/tests?suite=Actors`);
    const rows = page.getByRole('table', { name: 'Tests' }).locator('tbody tr');
    await rows.nth(49).waitFor();
    const first = await rows.first().getByRole('link').textContent();
    const height = () => page.evaluate<number>('document.body.scrollHeight');
    while ((await height()) < 400 * 45) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.waitForTimeout(50);
    }
    await eventually('the first rows are gone', async () => ((await rows.count()) < 300 ? true : undefined));
    await page.evaluate('scrollTo(0, 0)');
    await rows.getByRole('link', { name: first ?? '', exact: true }).waitFor();
  });
});

describe('muting a test', () => {
  it('asks why and who will fix it, and shows both until the mute ends', async () => {
    const { id } = await testNamed('Floats');
    const page = await stack.openPage(`/projects/${main}/tests/${id}`);
    await page.getByRole('button', { name: 'Mute' }).click();
    const dialog = page.getByRole('dialog');
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await dialog.getByLabel('Reason').fill('Waits for a new hull');
    await dialog.getByLabel('Who will fix it').selectOption({ label: 'Maren Holt' });
    await dialog.getByLabel('Ends').selectOption('14');
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await page.getByText('Maren Holt will fix it. Waits for a new hull').waitFor();
    await page.goto(`/projects/${main}/tests?muted=true`);
    const rows = page.getByRole('table', { name: 'Tests' }).locator('tbody tr');
    await rows.getByText(/Muted, Maren Holt, ends in 13d/).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('link', { name: 'Floats' }).click();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByText('Floats unmuted.').waitFor();
    await page.getByText(/will fix it/).waitFor({ state: 'detached' });
  });

  it('is refused for a broken test, and while too many are muted', async () => {
    const broken = await testNamed('Moors');
    const page = await stack.openPage(`/projects/${main}/tests/${broken.id}`, 'owner', { mayReport: '422' });
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByText('A broken test cannot be muted.').waitFor();
    const { id, accountId } = await testNamed('Floats');
    const others = await prisma.test.findMany({ where: { projectId: main, NOT: { id } }, take: 60 });
    const until = new Date(Date.now() + 86_400_000);
    await prisma.testMute.createMany({
      data: others.map((test) => ({
        accountId,
        projectId: main,
        testId: test.id,
        reason: 'x',
        ownerUserId: demo.users.owner.id,
        until,
      })),
    });
    await page.goto(`/projects/${main}/tests/${id}`);
    await page.getByRole('button', { name: 'Mute' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Waits for a new hull');
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await dialog.getByText(/At most 5 % of a project’s tests can be muted/).waitFor();
  });
});
