import { describe, expect, it } from '@jest/globals';
import { BROKEN, BUILD_URL, CHANGE_URL, HOSTILE, LONG, long } from '../message.fixture.js';
import { discordMessage } from './message.js';

describe('Discord', () => {
  it('gets an embed', () => {
    expect(
      discordMessage({ ...BROKEN, title: 'Harbor-Win64 is broken', text: 'Build #1847 failed.', quote: null }),
    ).toEqual({
      embeds: [
        {
          title: 'Harbor\\-Win64 is broken',
          url: BUILD_URL,
          description: 'Build \\#1847 failed.',
          color: 0xd93025,
          fields: [
            { name: 'Build', value: `[\\#1847](${BUILD_URL})`, inline: true },
            { name: 'Failed builds', value: '2', inline: true },
            { name: 'Built', value: `[CL 48211\\: Raise the quay lights](${CHANGE_URL})`, inline: true },
          ],
          footer: { text: 'Harbor · Slipway' },
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('shows text from outside literally', () => {
    const { embeds } = discordMessage({ ...long(HOSTILE), quote: null });
    const [{ description } = { description: '' }] = embeds;
    expect(description).toContain('\\[click\\]\\(http\\:');
    expect(description).toContain('\\<\\@U1\\>');
    expect(description).not.toMatch(/(?<!\\)[*_~`|[\]<>@]/);
  });

  it.each(LONG)('gets no text beyond its limits', (text) => {
    const { embeds } = discordMessage(long(text));
    const [embed] = embeds;
    expect(embed?.title.length).toBeLessThanOrEqual(256);
    expect(embed?.description.length).toBeLessThanOrEqual(4_096);
    for (const { name, value } of embed?.fields ?? []) {
      expect(name.length).toBeLessThanOrEqual(256);
      expect(value.length).toBeLessThanOrEqual(1_024);
    }
    const texts = [
      embed?.title,
      embed?.description,
      embed?.footer.text,
      ...(embed?.fields ?? []).flatMap(Object.values),
    ];
    expect(texts.join('').length).toBeLessThanOrEqual(6_000);
    expect(JSON.stringify(embeds).isWellFormed()).toBe(true);
  });
});
