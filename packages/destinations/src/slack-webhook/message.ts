import { clip, escapeWithin, inline, type Message } from '@slipway/domain';

// Limits: https://docs.slack.dev/reference/block-kit/blocks
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
const MAX_FIELD = 2_000;
const MAX_FIELDS = 10;

/** The characters by which Slack recognizes links and mentions, so that `<!channel>` in a commit pings nobody. */
const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text from outside as Slack shows it literally. */
const literal = (text: string, max: number) =>
  escapeWithin(text, max, (character) => SPECIAL[character] ?? character);

const link = (url: string, text: string, max: number) => {
  const address = url.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;');
  return `<${address}|${literal(text, max - address.length - 3)}>`;
};

/** Three backticks would end the quoted line. */
const quoted = (line: string) => `\`\`\`${literal(line.replaceAll('`', "'"), MAX_SECTION - 6)}\`\`\``;

const TONES = { bad: '🔴', good: '🟢', neutral: '🔵' } as const;

/** The body of a Slack message: blocks, and a text for notifications and for clients without blocks. */
export function slackMessage({ tone, title, text, quote, facts, link: page, source }: Message) {
  const fields = facts.slice(0, MAX_FIELDS).map(({ label, value, url }) => {
    const heading = `*${literal(label, 100)}*\n`;
    const max = MAX_FIELD - heading.length;
    return marked(heading + (url === undefined ? literal(value, max) : link(url, value, max)));
  });
  return {
    text: `${TONES[tone]} ${literal(title, MAX_SECTION - 10)}`,
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: clip(`${TONES[tone]} ${inline(title)}`, MAX_HEADER), emoji: false },
      },
      ...(text === '' ? [] : [section(literal(text, MAX_SECTION))]),
      ...(quote === null ? [] : [section(quoted(quote))]),
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
      {
        type: 'context',
        elements: [marked(`${link(page.url, page.label, MAX_FIELD)} · ${literal(source, 200)} · Slipway`)],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Unless it is verbatim, Slack makes links and mentions of `#build` and `@here`. */
const marked = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

const section = (text: string) => ({ type: 'section', text: marked(text) });
