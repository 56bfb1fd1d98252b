import { clip, escapeWithin, inline, type Message } from '@slipway/domain';

// Limits: https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const MAX_TITLE = 256;
const MAX_TEXT = 1_200;
/** In characters, each of which may count twice. */
const MAX_QUOTE = 700;
const MAX_NAME = 100;
const MAX_VALUE = 300;
const MAX_FIELDS = 6;
const MAX_SOURCE = 200;

const COLORS = { bad: 0xd93025, good: 0x188038, neutral: 0x1a73e8 } as const;

/** Everything by which Discord's Markdown formats text, links, or names a person or channel. */
const MARKDOWN = /[\\*_~`|>#[\]()<@:-]/g;

/** Text from outside as Discord shows it literally: a backslash before each special character. */
const literal = (text: string, max: number) =>
  escapeWithin(text, max, (character) => character.replace(MARKDOWN, '\\$&'));

const linked = (url: string, value: string, max: number) => {
  const address = url.replace(/[()\s]/g, encodeURIComponent);
  return `[${literal(value, max - address.length - 4)}](${address})`;
};

/** Backticks would end the quoted line. Nothing else is special inside. */
function quoted(line: string): string {
  const text = inline(line).replaceAll('`', "'");
  return `\`\`\`\n${Array.from(text).slice(0, MAX_QUOTE).join('')}\n\`\`\``;
}

/** The body of a Discord message. All embeds together may have 6,000 characters, which the limits here ensure. */
export function discordMessage({ tone, title, text, quote, facts, link, source }: Message) {
  const parts = [...(text === '' ? [] : [literal(text, MAX_TEXT)]), ...(quote === null ? [] : [quoted(quote)])];
  return {
    embeds: [
      {
        title: literal(title, MAX_TITLE),
        url: link.url,
        description: parts.join('\n'),
        color: COLORS[tone],
        fields: facts.slice(0, MAX_FIELDS).map(({ label, value, url }) => ({
          name: literal(label, MAX_NAME),
          value: (url === undefined ? literal(value, MAX_VALUE) : linked(url, value, MAX_VALUE)) || '-',
          inline: true,
        })),
        footer: { text: `${clip(inline(source), MAX_SOURCE)} · Slipway` },
      },
    ],
    // Without this, `@everyone` in a commit message would ping everyone.
    allowed_mentions: { parse: [] },
  };
}
