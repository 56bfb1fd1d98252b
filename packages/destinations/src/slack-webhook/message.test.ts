import { describe, expect, it } from '@jest/globals';
import { BROKEN, BUILD_URL, CHANGE_URL, HOSTILE, LONG, long } from '../message.fixture.js';
import { slackMessage } from './message.js';

describe('Slack', () => {
  it('gets blocks, and a text for notifications', () => {
    expect(slackMessage(BROKEN)).toEqual({
      text: `🔴 ${BROKEN.title}`,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: `🔴 ${BROKEN.title}`, emoji: false } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: 'Buoyancy.cpp does not compile: the member Drag was removed.',
          },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: "```Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'```",
          },
        },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', verbatim: true, text: `*Build*\n<${BUILD_URL}|#1847>` },
            { type: 'mrkdwn', verbatim: true, text: '*Failed builds*\n2' },
            { type: 'mrkdwn', verbatim: true, text: `*Built*\n<${CHANGE_URL}|CL 48211: Raise the quay lights>` },
          ],
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', verbatim: true, text: `<${BUILD_URL}|Open the build> · Harbor · Slipway` }],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('shows text from outside literally: no mention, no link, no end of the quoted line', () => {
    const { text, blocks } = slackMessage(long(HOSTILE));
    const marked = JSON.stringify([text, ...blocks.slice(1)]);
    expect(marked).not.toContain('<!channel>');
    expect(marked).not.toContain('<@U1>');
    expect(marked).toContain('&lt;!channel&gt;');
    // Without this, Slack would make mentions and links of `@here` and `#builds`.
    expect(marked.match(/"mrkdwn"/g)?.length).toBe(marked.match(/"verbatim":true/g)?.length);
    const quote = JSON.stringify(blocks[2]).split('```');
    expect(quote).toHaveLength(3);
    expect(quote[1]).not.toContain('`');
  });

  it.each(LONG)('gets no text beyond its limits', (text) => {
    const { blocks } = slackMessage(long(text));
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const block of blocks) {
      const { text: own, fields = [] } = block as { text?: { text: string }; fields?: { text: string }[] };
      expect(own?.text.length ?? 0).toBeLessThanOrEqual(block.type === 'header' ? 150 : 3_000);
      for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(2_000);
      expect(fields.length).toBeLessThanOrEqual(10);
      expect(JSON.stringify(block).isWellFormed()).toBe(true);
    }
  });
});
