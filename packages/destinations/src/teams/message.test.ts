import { describe, expect, it } from '@jest/globals';
import { BROKEN, BUILD_URL, HOSTILE, LONG, long } from '../message.fixture.js';
import { teamsMessage } from './message.js';

describe('Teams', () => {
  it('gets an Adaptive Card whose texts are never read as Markdown', () => {
    const { type, attachments } = teamsMessage({ ...BROKEN, title: HOSTILE });
    expect(type).toBe('message');
    const [{ contentType, content } = { contentType: '', content: null }] = attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    const blocks = content?.body.map((block) => block.type);
    expect(new Set(blocks)).toEqual(new Set(['RichTextBlock']));
    expect(content?.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the build', url: BUILD_URL }]);
  });

  it.each(LONG)('gets at most 20 KB', (text) => {
    expect(Buffer.byteLength(JSON.stringify(teamsMessage(long(text))))).toBeLessThan(20_000);
  });
});
