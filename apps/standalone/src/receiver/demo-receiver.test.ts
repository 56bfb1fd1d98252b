import { afterAll, expect, it } from '@jest/globals';
import { destinationOf } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import type { Message } from '@slipway/domain';
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

const MESSAGE: Message = {
  tone: 'bad',
  title: 'Harbor-Win64 is broken',
  text: 'Buoyancy.cpp does not compile <b>.',
  quote: "error C2039: 'Drag' & *more* [x](y)",
  facts: [{ label: 'Change', value: 'CL 48211: [Fix] <it>', url: 'https://slipway.test/changes?a=1&b=2' }],
  link: { label: 'Open the build', url: 'https://slipway.test/builds/91' },
  source: 'Harbor',
};

const CONTENT = { type: 'main_job.broke', message: MESSAGE, data: {} } as const;
const kinds = Object.keys(channelForms) as (keyof typeof channelForms)[];
const chats = kinds.filter((kind) => destinationOf(kind).preview && !channelForms[kind].isSigned);

onLinux.each(chats)('shows a message for %s as people would see it', async (kind) => {
  const url = receiver?.url ?? '';
  const body = JSON.stringify(destinationOf(kind).preview?.(CONTENT, new Date(0)));
  await fetch(url, { method: 'POST', body });
  const page = await (await fetch(url)).text();
  const [shown = ''] = page.split('</article>');
  const [, name = 'none'] = /<span>(.*) · /.exec(shown) ?? [];
  expect(channelForms[kind].label).toContain(name);
  expect(shown).toContain('<article class="bad">');
  expect(shown).toContain('Harbor-Win64 is broken');
  expect(shown).toContain('Buoyancy.cpp does not compile &#60;b&#62;.');
  expect(shown).toContain('<pre>error C2039: &#39;Drag&#39; &#38; *more* [x](y)</pre>');
  expect(shown).toContain(
    '<dd><a href="https://slipway.test/changes?a=1&#38;b=2">CL 48211: [Fix] &#60;it&#62;</a></dd>',
  );
  expect(shown).toContain('href="https://slipway.test/builds/91"');
});

onLinux('shows the fields of an outgoing webhook, and the JSON of a message on its own page', async () => {
  const url = receiver?.url ?? '';
  const data = { project_id: 7, change: { url: 'https://slipway.test/c/1' }, cause: null };
  await fetch(url, { method: 'POST', body: JSON.stringify({ type: 'main_job.broke', data }) });
  const page = await (await fetch(url)).text();
  expect(page).toContain('<dt>change.url</dt><dd><a href="https://slipway.test/c/1">');
  const path = /href="(\/messages\/\d+)"/.exec(page)?.[1] ?? '';
  expect(await (await fetch(new URL(path, url))).text()).toContain('&#34;project_id&#34;: 7');
});

onLinux('refuses a message that is too large', async () => {
  const { status } = await fetch(receiver?.url ?? '', { method: 'POST', body: 'x'.repeat(300_000) });
  expect(status).toBe(413);
});

onLinux('does not start if its port is taken', async () => {
  expect(await startDemoReceiver(port)).toBeNull();
});
