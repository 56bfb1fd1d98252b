import { afterAll, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { startDemoReceiver } from './demo-receiver.js';

const port = await freePort();
const receiver = await startDemoReceiver(port);
afterAll(() => receiver?.stop());

// Only Linux has the receiver's address.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('shows the messages that it receives, and no HTML from them', async () => {
  const url = receiver?.url ?? '';
  expect(await (await fetch(url)).text()).toContain('No messages yet');
  const body = JSON.stringify({ text: 'Harbor-Win64 is broken <script>alert(1)</script>' });
  expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('ok');
  await fetch(url, { method: 'POST', body: 'not JSON' });
  const page = await (await fetch(url)).text();
  expect(page).toContain('<h2>Harbor-Win64 is broken &#60;script&#62;');
  expect(page).not.toContain('<script>');
});

onLinux.each(['{"text":5}', '{"embeds":[null],"type":{}}', '{"embeds":7}', '[]', 'null'])(
  'shows a message whose fields have other types: %s',
  async (body) => {
    const url = receiver?.url ?? '';
    await fetch(url, { method: 'POST', body });
    expect(await (await fetch(url)).text()).toContain('<h2>');
  },
);

onLinux('refuses a message that is too large', async () => {
  const { status } = await fetch(receiver?.url ?? '', { method: 'POST', body: 'x'.repeat(300_000) });
  expect(status).toBe(413);
});

onLinux('does not start if its port is taken', async () => {
  expect(await startDemoReceiver(port)).toBeNull();
});
