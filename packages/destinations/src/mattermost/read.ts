import {
  escapeHtml,
  type Json,
  linkHtml,
  listOf,
  markdownHtml,
  type ShownMessage,
  textOf,
} from '../shown-message.js';

const TONES: ReadonlyMap<unknown, ShownMessage['tone']> = new Map([
  ['#d93025', 'bad'],
  ['#188038', 'good'],
]);

/** Reads a message with an attachment, which has a fallback text. */
export function readMattermost(json: Json): ShownMessage | null {
  const [attachment] = listOf(json.attachments);
  if (typeof attachment?.fallback !== 'string') return null;
  const { color, title, title_link: url, text, fields, footer } = attachment;
  return {
    kind: 'Mattermost',
    tone: TONES.get(color) ?? 'neutral',
    title: linkHtml(textOf(url), markdownHtml(textOf(title))),
    content: [`<div>${markdownHtml(textOf(text))}</div>`],
    facts: listOf(fields).map((field) => ({
      label: markdownHtml(textOf(field.title)),
      value: markdownHtml(textOf(field.value)),
    })),
    footer: escapeHtml(textOf(footer)),
  };
}
