import { clip, escapeWithin, inline, type Message } from '@slipway/domain';

/** Old servers refuse attachments of more than 7,900 characters of JSON. These limits keep a message below. */
const MAX_TITLE = 200;
const MAX_TEXT = 900;
const MAX_QUOTE = 500;
const MAX_LABEL = 50;
const MAX_VALUE = 220;
const MAX_FIELDS = 6;

const COLORS = { bad: '#d93025', good: '#188038', neutral: '#1a73e8' } as const;

/** Everything by which Markdown formats text or begins a link. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** What begins a mention, a hashtag, a channel or an emoji, even if it is escaped. */
const REFERENCE = /[@#~:]/;
const ZERO_WIDTH_SPACE = '\u200B';

/** Text from outside as Mattermost shows it literally. */
const literal = (text: string, max: number) =>
  escapeWithin(text, max, (character) => {
    if (!PUNCTUATION.test(character)) return character;
    return `\\${character}${REFERENCE.test(character) ? ZERO_WIDTH_SPACE : ''}`;
  });

const linked = (url: string, value: string, max: number) => {
  const address = url.replace(/[()\s]/g, encodeURIComponent);
  return `[${literal(value, max - address.length - 4)}](${address})`;
};

/** Backticks would end the quoted line, and Mattermost makes a mention of Slack's `<!channel>` everywhere. */
function quoted(line: string): string {
  const text = clip(inline(line), MAX_QUOTE).replaceAll('`', "'").replaceAll('<', `<${ZERO_WIDTH_SPACE}`);
  return `\`\`\`\n${text}\n\`\`\``;
}

/** The body of a Mattermost message: https://developers.mattermost.com/integrate/reference/message-attachments */
export function mattermostMessage({ tone, title, text, quote, facts, link, source }: Message) {
  const parts = [...(text === '' ? [] : [literal(text, MAX_TEXT)]), ...(quote === null ? [] : [quoted(quote)])];
  return {
    attachments: [
      {
        fallback: literal(title, MAX_TITLE),
        color: COLORS[tone],
        title: literal(title, MAX_TITLE),
        title_link: link.url,
        text: parts.join('\n'),
        fields: facts.slice(0, MAX_FIELDS).map(({ label, value, url }) => ({
          title: literal(label, MAX_LABEL),
          value: url === undefined ? literal(value, MAX_VALUE) : linked(url, value, MAX_VALUE),
          short: true,
        })),
        footer: `${clip(inline(source), 100)} · Slipway`,
      },
    ],
  };
}
