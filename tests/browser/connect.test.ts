import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

interface CursorSettings {
  readonly mcpServers: {
    readonly slipway: { readonly url: string; readonly headers: { readonly Authorization: string } };
  };
}

/** Runs a command that the page shows. */
async function runCommand(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return stdout;
}

describe('connecting a tool', () => {
  it('turns green for the first build only, not for a test, and links to the delivery and the build', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/integrations/new`);
    await page.getByRole('button', { name: /Jenkins and other CI/ }).click();
    await page.getByLabel('Name').fill('Browser test farm');
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByText('Waiting for the first event').waitFor();
    const token = (await page.getByTestId('token').textContent()) ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const command = (await page.locator('pre', { hasText: 'hello-slipway' }).textContent()) ?? '';
    expect(command).toContain(token);
    expect(await runCommand(command)).toContain('accepted');
    await page.getByText('Connected, waiting for the first build').waitFor();
    expect(await page.getByText('It works').count()).toBe(0);

    const tabs = page.getByRole('tablist', { name: 'Report builds from your CI' });
    await tabs.getByRole('tab', { name: 'Other CI', exact: true }).click();
    const script = (await page.getByRole('tabpanel').first().locator('pre').textContent()) ?? '';
    const run = `cd "$(mktemp -d)"; export SLIPWAY_TOKEN=${token} JOB_NAME=first-real-build; set -- echo Packaged; ${script}`;
    await runCommand(run);
    await page.getByText('It works: the first build has arrived').waitFor();
    const build = await prisma.buildRun.findFirstOrThrow({ where: { jobName: 'first-real-build' } });
    const opened = page.getByRole('link', { name: /^Open first-real-build #/ });
    expect(await opened.getAttribute('href')).toBe(`/projects/${main}/builds/${build.id}`);

    await page.getByRole('link', { name: 'See the delivery' }).click();
    await page.getByText('Applied').first().waitFor();
    await page.locator(`a[href="/projects/${main}/builds/${build.id}"]`).first().click();
    await page.getByRole('heading', { name: /first-real-build/, level: 1 }).waitFor();
  });

  it('shows alternatives as tabs that the arrow keys reach, and links the settings it names', async () => {
    const page = await stack.signedIn('owner', { viewport: PHONE });
    await page.goto(`/projects/${main}/integrations/${demo.integrations.jenkins.id}`);
    const tabs = page.getByRole('tablist', { name: 'Report builds from your CI system' });
    await tabs.getByRole('tab', { name: 'Jenkins', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Jenkins on Windows', selected: true }).waitFor();
    await page.getByRole('tabpanel').getByText('Invoke-RestMethod').waitFor();
    expect([...(await overflow(page)), ...(await barriers(page, 'main'))]).toEqual([]);
    await page.getByRole('link', { name: 'server URL' }).click();
    await page.waitForURL(/#jenkins-server$/);
    await eventually('the section is in view', async () => {
      const top = await page.locator('#jenkins-server').evaluate((section) => section.getBoundingClientRect().top);
      return top >= 0 && top < PHONE.height ? true : undefined;
    });
  });

  it('says “connected” after the ping of a tool', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/integrations/new?provider=github`);
    await page.getByLabel('Name').fill('Pinged');
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByText('Waiting for the first event').waitFor();
    const url = await page.locator('dd', { hasText: '/webhooks/github?token=' }).first().textContent();
    const secret = await page.getByTestId('secret').textContent();
    const body = JSON.stringify({ zen: 'Practicality beats purity.', hook_id: 7 });
    const signature = createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex');
    const { ok } = await fetch(url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
    expect(ok).toBe(true);
    await page.getByText('Connected, waiting for the first change').waitFor();
    expect(await page.getByText('It works').count()).toBe(0);
  });

  it('shows a new delivery in the list without a reload', async () => {
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${main}/deliveries`);
    const rows = page.getByRole('row').filter({ hasText: 'build_report' });
    await rows.first().waitFor();
    await fetch(`${stack.baseUrl}/webhooks/jenkins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': demo.integrations.jenkins.token },
      body: JSON.stringify({ job_name: 'live-job', build_number: 7, status: 'SUCCESS' }),
    });
    await eventually('the delivery is applied', async () =>
      (await prisma.buildRun.findFirst({ where: { jobName: 'live-job' } })) === null ? undefined : true,
    );
    await page
      .getByText('just now')
      .or(page.getByText(/^\d+s ago$/))
      .first()
      .waitFor();
  });
});

describe('reading the API with curl', () => {
  it('works with the commands as they are shown, and the list of builds leads to its next page', async () => {
    const page = await stack.openPage('/connect');
    await page.getByRole('tab', { name: 'curl' }).click();
    const printed = async (label: string) =>
      (await page.locator('figure', { hasText: label }).locator('pre').first().textContent()) ?? '';
    const run = async (label: string) =>
      JSON.parse(await runCommand(`export SLIPWAY_TOKEN=${demo.tokens.full}\n${await printed(label)}`));
    expect(await run('Check the token')).toMatchObject({ token: expect.anything() });
    const { builds, pagination } = await run('List failed builds');
    expect(builds[0]).toMatchObject({ status: 'failed' });
    expect(pagination).toHaveProperty('next_cursor');
  });
});

describe('connecting an assistant', () => {
  it('shows settings with the service URL, and helps create a token that works with them', async () => {
    const page = await stack.signedIn('owner');
    await page.goto('/connect');
    await page.getByRole('tab', { name: 'Cursor' }).click();
    const shown = await page.locator('pre', { hasText: '"headers"' }).first().textContent();
    const { url, headers } = (JSON.parse(shown ?? '') as CursorSettings).mcpServers.slipway;
    expect(url).toBe(`${stack.baseUrl}/mcp`);
    await page.getByRole('link', { name: 'only read' }).click();
    await page.getByRole('button', { name: /^Read only/, pressed: true }).waitFor();
    await page.getByLabel('Name').fill('Assistant');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('figure', { hasText: 'API token' }).locator('pre').first().textContent();
    const authorization = headers.Authorization.replace('YOUR_API_TOKEN', token ?? '');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const answer = await response.text();
    expect([response.status, answer.includes('get_build_failure')]).toEqual([200, true]);
    expect(answer).not.toContain('create_task');
  });
});

describe('a dead letter', () => {
  it('can be replayed after a preview of its effect', async () => {
    const { deliveryId } = await prisma.deadLetter.findFirstOrThrow({
      where: { resolvedAt: null, integrationId: demo.integrations.jenkins.id },
    });
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/deliveries/${deliveryId}`);
    await page.getByText('Dead letter').first().waitFor();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByRole('button', { name: 'Replay 1 delivery' }).click();
    await eventually('the replay is logged', async () =>
      (await prisma.delivery.findFirst({ where: { replayOf: deliveryId } })) === null ? undefined : true,
    );
  });
});
