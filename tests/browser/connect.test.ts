import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
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

/** Sends the request of a curl command that the page shows. */
async function runCurl(command: string): Promise<Response> {
  const url = /https?:\/\/[^\s']+/.exec(command)?.[0] ?? '';
  const headers = [...command.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const body = /-d '([^']*)'/.exec(command)?.[1] ?? '';
  return fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
}

describe('connecting a tool', () => {
  it('shows the request to send, turns green when it arrives, and links to the delivery and the build', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/integrations/new`);
    await page.getByRole('button', { name: /Jenkins and other CI/ }).click();
    await page.getByLabel('Name').fill('Browser test farm');
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByText('Waiting for the first event').waitFor();
    const token = await page.getByTestId('token').textContent();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const command = (await page.locator('pre', { hasText: 'hello-slipway' }).first().textContent()) ?? '';
    expect(command).toContain(token ?? '-');
    expect((await runCurl(command)).status).toBe(200);
    await page.getByText('It works: the first event has arrived').waitFor();

    await page.getByRole('link', { name: 'See the delivery' }).click();
    await page.getByText('Applied').first().waitFor();
    const build = await prisma.buildRun.findFirstOrThrow({ where: { jobName: 'hello-slipway' } });
    await page.locator(`a[href="/projects/${main}/builds/${build.id}"]`).first().click();
    await page.getByRole('heading', { name: /hello-slipway/, level: 1 }).waitFor();
  });

  it('shows a new delivery in the list without a reload', async () => {
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${main}/deliveries`);
    const rows = page.getByRole('listitem').filter({ hasText: 'build_report' });
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
