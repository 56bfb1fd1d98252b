import { expect, it } from '@jest/globals';
import { addChannel } from '@slipway/db';
import { sealChannelConfig, targetOf } from '@slipway/destinations';
import { newId } from '@slipway/domain';
import { eventually, factories, TEST_APP_SECRET, testReceiver, testSmtp } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const receiver = await testReceiver();
const smtp = await testSmtp();
const stack = await startStack({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.1/32', SMTP_URL: smtp.url });
const { demo, database, baseUrl } = stack;
const { second } = demo.projects;

/** Connects the demo's second project, which investigates by itself, to the receiver, as Slack's webhook would be. */
async function connectReceiver(): Promise<void> {
  const id = newId();
  const config = { kind: 'slack_webhook' as const, url: receiver.url };
  await addChannel(database, {
    id,
    accountId: demo.accounts.studio.id,
    projectId: second,
    userId: demo.users.owner.id,
    kind: config.kind,
    name: 'Builds',
    target: targetOf(config),
    config: sealChannelConfig([TEST_APP_SECRET], id, config),
  });
}

const LOG = "Assets/Scripts/Lantern.cs(12,5): error CS0103: The name 'Glow' does not exist in the current context";

it('a failed build becomes a message with its cause, whose link opens the build with its problem', async () => {
  await connectReceiver();
  const report = { job_name: 'lanterns-android', build_number: 9001, status: 'failure', branch: 'main', log: LOG };
  const response = await fetch(`${baseUrl}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': demo.integrations.second.token },
    body: JSON.stringify(report),
  });
  expect(response.status).toBe(200);

  const { body } = await eventually('the message arrives', async () => receiver.received[0], 60_000);
  expect(JSON.parse(body)).toMatchObject({ text: expect.stringContaining('lanterns-android is broken') });
  expect(body).toContain('error CS0103');

  const [, link = ''] = /<([^|>]*)\|Open the build>/.exec(body) ?? [];
  expect(link).toMatch(`${baseUrl}/projects/${second}/builds/`);
  const page = await stack.signedIn('owner');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
  await page.getByRole('link', { name: 'Show history' }).click();
  await page.getByRole('heading', { name: /CS0103/ }).waitFor();
  expect(receiver.received).toHaveLength(1);
});

it('the page of the channels shows by itself that a test message arrived', async () => {
  const page = await stack.signedIn('owner', { viewport: PHONE, colorScheme: 'dark' });
  await page.goto(`/projects/${second}/notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a channel' });
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Kind').selectOption('webhook');
  await dialog.getByLabel('Name').fill('Build bot');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const channel = page.locator('section', { hasText: 'Build bot' });
  await channel.getByRole('button', { name: 'Send test message' }).click();
  await channel.getByText('last message').waitFor({ timeout: 60_000 });
  await channel.getByText('Messages', { exact: true }).click();
  await channel.getByText('Test message from Slipway').waitFor();
  expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
});

it('an owner chooses the builds of a channel, corrects its address and has the waiting messages sent', async () => {
  const failed = { status: 'failed', jobName: 'lanterns-ios', finishedAt: new Date() } as const;
  await factories(database).buildRun({ id: second, accountId: demo.accounts.studio.id }, failed);
  const page = await stack.signedIn('owner', { mayReport: '422' });
  await page.goto(`/projects/${second}/notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a channel' });
  await adding.getByLabel('Name').fill('Releases');
  await adding.getByLabel('Kind').selectOption('email');
  await adding.getByRole('button', { name: 'Add channel' }).click();
  await adding.getByText('Choose at least one recipient.').waitFor();
  await adding.getByLabel('Kind').selectOption('teams');
  await adding.getByLabel('URL').fill('http://10.0.0.8/workflow');
  await adding.getByRole('button', { name: 'Add channel' }).click();
  await adding.getByText('Slipway refuses to connect to this address').waitFor();
  expect(await barriers(page)).toEqual([]);
  await adding.getByLabel('URL').fill(`${receiver.url}/old`);
  await adding.getByRole('button', { name: 'Add channel' }).click();
  await adding.waitFor({ state: 'detached' });

  const channel = page.locator('section', { hasText: 'Releases' });
  await channel.getByText('Builds: Main job').waitFor();
  await channel.getByRole('button', { name: 'Choose builds' }).click();
  const choosing = page.getByRole('dialog', { name: 'Choose builds' });
  await choosing.getByLabel('Jobs').selectOption('Jobs by name');
  await choosing.getByLabel('Names').fill('lanterns-*');
  await choosing.getByLabel('Known problems').uncheck();
  await choosing.getByText(/Matches .* in the last 7 days: .*lanterns-ios/).waitFor();
  expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  await choosing.getByRole('button', { name: 'Save' }).click();
  await channel.getByText('lanterns-* · new problems, problems that came back').waitFor();

  receiver.reply(({ path }) => ({ status: path === '/old' ? 500 : 202 }));
  await channel.getByRole('button', { name: 'Send test message' }).click();
  await channel.getByText('The server responded with status 500.').waitFor({ timeout: 60_000 });
  await channel.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('The waiting messages are being sent.').waitFor();
  await channel.getByRole('button', { name: 'Change address' }).click();
  const changing = page.getByRole('dialog', { name: 'Change the address of Releases' });
  await changing.getByLabel('URL').fill(`${receiver.url}/new`);
  await changing.getByRole('button', { name: 'Change address' }).click();
  await channel.getByText('last message').waitFor({ timeout: 60_000 });
  expect(receiver.received.map(({ path }) => path)).toContain('/new');
  expect(await channel.getByRole('button', { name: 'Try now' }).count()).toBe(0);
  receiver.reply({ status: 200, body: 'ok' });
});

it('settings in UTC stay in UTC in a browser of another time zone', async () => {
  const { id: userId } = demo.users.member;
  await database.prisma.notificationPreference.create({ data: { userId, timezone: 'UTC' } });
  const page = await stack.signedIn('member', { timezoneId: 'Europe/Berlin' });
  await page.goto('/settings/notifications');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('UTC');
});

it('emails fit a phone: long links wrap, and the labels of facts do not', async () => {
  const page = await stack.newPage({ viewport: PHONE, colorScheme: 'dark' });
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(demo.users.outsider.email);
  await page.getByRole('button').click();
  const mailed = (subject: string) => smtp.received.find(({ parsed }) => parsed.subject?.includes(subject));
  for (const subject of ['Reset your Slipway password', 'New signing secret']) {
    const mail = await eventually(`“${subject}” arrives`, async () => mailed(subject), 60_000);
    await page.setContent(mail.parsed.html ?? '');
    expect([subject, await overflow(page)]).toEqual([subject, []]);
    const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('th')].map((label) => {
      const text = document.createRange();
      text.selectNodeContents(label);
      return text.getClientRects().length;
    })`);
    expect([...new Set(lines)]).toEqual(lines.length === 0 ? [] : [1]);
  }
});
