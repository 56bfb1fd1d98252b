import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

const DAY_MS = 86_400_000;
/** Half past eleven in the evening in UTC, which is the next morning in Tokyo. */
const finished = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 48);
const started = new Date(finished.getTime() - 60_000);
const utcDay = (time: Date) => time.toISOString().slice(0, 10);
const tokyoDay = utcDay(new Date(finished.getTime() + DAY_MS));

/** A person in Tokyo whose browser is in New York. */
const inTokyo = async (path: string) => {
  const settings = { mail: 'immediate', timezone: 'Asia/Tokyo' } as const;
  const { id: userId } = demo.users.member;
  await prisma.notificationPreference.upsert({
    where: { userId },
    create: { userId, ...settings },
    update: settings,
  });
  return stack.openPage(path, 'member', { timezoneId: 'America/New_York', locale: 'en-US' });
};

async function reportBuild() {
  const log = `[${finished.toISOString()}] Hold.cpp(7): error C2065: 'Anchor': undeclared identifier\n`;
  const times = {
    started_at: started.toISOString(),
    finished_at: finished.toISOString(),
  };
  await fetch(`${stack.baseUrl}/webhooks/ci`, {
    method: 'POST',
    headers: { 'x-webhook-token': demo.integrations.jenkins.token, 'content-type': 'application/json' },
    body: JSON.stringify({ job_name: 'tokyo', build_number: 1, status: 'success', log, ...times }),
  });
  return eventually(
    'the build is there',
    async () => (await prisma.buildRun.findFirst({ where: { jobName: 'tokyo' } })) ?? undefined,
  );
}
const build = await reportBuild();

describe('a person who chose a time zone', () => {
  it('finds a build on its day in that zone, and not on its day in UTC', async () => {
    const page = await inTokyo(`/projects/${main}/builds?job=tokyo&day=${tokyoDay}`);
    await page.getByText('Days are in your time zone, Asia/Tokyo.').waitFor();
    await page.getByRole('row').filter({ hasText: 'tokyo' }).waitFor();
    await page.goto(`/projects/${main}/builds?job=tokyo&day=${utcDay(finished)}`);
    await page.getByText('No build matches').waitFor();
  });

  it('reads the log and the times of a build by the same clock', async () => {
    const page = await inTokyo(`/projects/${main}/builds/${build.id}`);
    await page.getByText('08:30:00', { exact: true }).first().waitFor();
    const exact = await page.locator(`time[datetime="${started.toISOString()}"]`).first().getAttribute('title');
    expect(exact).toMatch(/8:29:00\sAM/);
  });

  it('sees its day in the chart', async () => {
    const page = await inTokyo(`/insights?project=${main}&days=7&job=tokyo`);
    await page.getByText('Days are in your time zone, Asia/Tokyo.').waitFor();
    const chart = page.getByRole('slider', { name: 'Build duration by day' });
    await chart.focus();
    const today = utcDay(new Date(Date.now() + (9 * DAY_MS) / 24));
    const steps = (Date.parse(today) - Date.parse(tokyoDay)) / DAY_MS;
    for (let step = 0; step <= steps; step += 1) await page.keyboard.press('ArrowLeft');
    const label = new Date(tokyoDay).toLocaleDateString('en-US', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
    await page
      .getByRole('slider', { name: 'Build duration by day' })
      .and(page.locator(`[aria-valuetext*="${label}"]`))
      .waitFor();
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/p50 1m 00s/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`day=${tokyoDay}`));
  });
});
