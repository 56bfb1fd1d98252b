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
      ...{ job_name: 'lanterns-android', build_number: buildNumber, status: 'failure', branch: 'main' },
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
