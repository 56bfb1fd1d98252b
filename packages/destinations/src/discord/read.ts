import {
  escapeHtml,
  type Json,
  linkHtml,
  listOf,
  objectOf,
  replaceMarks,
  type ShownMessage,
  textOf,
} from '../shown-message.js';

const DISCORD_MARKS = /```\n?([\s\S]*?)\n?```|\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)/g;

function discordHtml(text: string): string {
  const literal = (part: string) => escapeHtml(part.replaceAll(/\\(.)/g, '$1').trim());
  return replaceMarks(text, DISCORD_MARKS, literal, ([code, label, url]) =>
    code === undefined ? linkHtml(url ?? '', literal(label ?? '')) : `<pre>${escapeHtml(code)}</pre>`,
  );
}

/** The colors of Discord's messages. */
const DISCORD_TONES: ReadonlyMap<unknown, ShownMessage['tone']> = new Map([
  [0xd93025, 'bad'],
  [0x188038, 'good'],
]);

/** Reads a message with embeds. */
export function readDiscord(json: Json): ShownMessage | null {
  if (!Array.isArray(json.embeds)) return null;
  const embed = listOf(json.embeds)[0] ?? {};
  const description = textOf(embed.description);
  return {
    kind: 'Discord',
    tone: DISCORD_TONES.get(embed.color) ?? 'neutral',
    title: linkHtml(textOf(embed.url), discordHtml(textOf(embed.title) || 'Message')),
    content: description === '' ? [] : [`<div>${discordHtml(description)}</div>`],
    facts: listOf(embed.fields).map(({ name, value }) => ({
      label: discordHtml(textOf(name)),
      value: discordHtml(textOf(value)),
    })),
    footer: escapeHtml(textOf(objectOf(embed.footer).text)),
  };
}
