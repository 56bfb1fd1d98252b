import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { second } = demo.projects;

/** Reports a failed build of the demo's second project, as a build server does. */
async function reportFailure(buildNumber: number, log?: string) {
  const response = await fetch(`${stack.baseUrl}/webhooks/ci`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-token': demo.integrations.second.token,
    },
    body: JSON.stringify({
      job_name: 'lanterns-android',
      build_number: buildNumber,
      status: 'failure',
      branch: 'main',
      ...(log !== undefined && { logs_tail: log }),
    }),
  });
  expect(response.status).toBe(200);
  return eventually('the build is investigated', async () => {
    const build = await prisma.buildRun.findFirst({
      where: {
        projectId: second,
        buildNumber: String(buildNumber),
        investigations: { some: { status: 'completed' } },
      },
    });
    return build ?? undefined;
  });
}

const ERROR =
  "Assets/Scripts/Lantern.cs(12,5): error CS0103: The name 'Glow' does not exist in the current context";

describe('a build that fails in a project that investigates by itself', () => {
  it('shows its cause and its problem, which people mark and find again', async () => {
    const build = await reportFailure(9001, `Building\n${ERROR}\nBuild failed\n`);
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${second}/builds/${build.id}`);
    await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
    await page.getByText('New: not seen in any other build.').waitFor();
    await page.getByLabel('Mark').selectOption('known');
    await page.getByText('Marked as known.').waitFor();
    const again = await reportFailure(9002, `Building\n${ERROR.replace('(12,5)', '(14,9)')}\nBuild failed\n`);
    await page.goto(`/projects/${second}/builds/${again.id}`);
    await page.getByText('Seen in 2 builds').waitFor();
    await page.getByText('Marked as a known problem.').waitFor();
    await page.getByRole('link', { name: 'Show history' }).click();
    await page.getByRole('heading', { name: /CS0103/ }).waitFor();
    await page.getByRole('button', { name: 'Ignore' }).click();
    await page.getByText('Problem ignored.').waitFor();
    await page.goto(`/projects/${second}/problems?state=ignored`);
    await page
      .getByText(/CS0103/)
      .first()
      .waitFor();
    const { mark, state } = await prisma.problem.findFirstOrThrow({
      where: { projectId: second, title: { contains: 'CS0103' } },
    });
    expect([mark, state]).toEqual(['known', 'ignored']);
  });

  it('says that no log was sent, and which step sends one', async () => {
    const build = await reportFailure(9003);
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${second}/builds/${build.id}`);
    await page.getByRole('heading', { name: 'No log was sent' }).waitFor();
    await page.getByRole('link', { name: 'Report builds from your CI system' }).first().waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('Cause found');
  });
});

describe('a failed build that nobody investigates', () => {
  const { main } = demo.projects;
  const JOB = 'undertow-editor-win64';

  /** Reports a failed build of the demo's first project, which has no automatic investigation. */
  async function report(buildNumber: number, line: string) {
    await fetch(`${stack.baseUrl}/webhooks/ci`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': demo.integrations.jenkins.token },
      body: JSON.stringify({
        job_name: JOB,
        build_number: buildNumber,
        status: 'failure',
        branch: 'main',
        logs_tail: `Building\n${line}\nBuild failed\n`,
      }),
    });
  }

  it('shows its error in the open list, on Home, on the page of problems and in the command menu', async () => {
    await prisma.project.update({
      where: { id: main },
      data: { automaticInvestigation: 'off', mainJobName: JOB },
    });
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/builds`);
    const list = page.getByRole('table', { name: 'Builds', exact: true });
    await list.getByRole('row').nth(1).waitFor();
    await report(9412, "Source/New412.cpp(7): error C2065: 'Mist': undeclared identifier");
    const row = list.getByRole('row').filter({ hasText: '#9412' });
    await row.getByText("'Mist': undeclared identifier").waitFor();
    await row.getByRole('button', { name: 'Investigate' }).waitFor();
    await page.goto('/');
    await page.getByText("'Mist': undeclared identifier").first().waitFor();
    await page.goto(`/projects/${main}/problems`);
    await page.getByText("'Mist': undeclared identifier").first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Build number/).fill('mist');
    await page.getByRole('option', { name: /Mist/ }).first().waitFor();
  });

  it('is no longer shown as being investigated in the open list once the investigation ends', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/builds`);
    const list = page.getByRole('table', { name: 'Builds', exact: true });
    await report(9413, "Source/Fen.cpp(7): error C2065: 'Reed': undeclared identifier");
    const row = list.getByRole('row').filter({ hasText: '#9413' });
    await row.getByRole('button', { name: 'Investigate' }).waitFor();
    const { id, accountId } = await prisma.buildRun.findFirstOrThrow({
      where: { projectId: main, buildNumber: '9413' },
    });
    const announce = () => prisma.$executeRaw`SELECT pg_notify('slipway_changes', ${`${main}:investigation`})`;
    const investigation = await prisma.investigation.create({
      data: {
        accountId,
        projectId: main,
        buildRunId: id,
        status: 'running',
        creditsCharged: 0,
        chargedOn: new Date(),
        heartbeatAt: new Date(Date.now() + 600_000),
        updatedAt: new Date(Date.now() + 600_000),
      },
    });
    await announce();
    await row.getByText('Investigating').waitFor();
    await prisma.investigation.update({ where: { id: investigation.id }, data: { status: 'completed' } });
    await announce();
    await row.getByText('Investigated').waitFor();
  });
});
