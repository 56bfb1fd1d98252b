import {
  escapeHtml,
  type Json,
  linkHtml,
  listOf,
  markdownHtml,
  objectOf,
  type ShownMessage,
  textOf,
} from '../shown-message.js';

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
    title: linkHtml(textOf(embed.url), markdownHtml(textOf(embed.title) || 'Message')),
    content: description === '' ? [] : [`<div>${markdownHtml(description)}</div>`],
    facts: listOf(embed.fields).map(({ name, value }) => ({
      label: markdownHtml(textOf(name)),
      value: markdownHtml(textOf(value)),
    })),
    footer: escapeHtml(textOf(objectOf(embed.footer).text)),
  };
}
