import {
  escapeHtml,
  isObject,
  type Json,
  linkHtml,
  listOf,
  objectOf,
  paragraph,
  replaceMarks,
  type ShownMessage,
  textOf,
} from '../shown-message.js';

const SLACK_MARKS = /```([\s\S]*?)```|<([^|>]+)\|([^>]*)>|\*([^*\n]+)\*/g;

function slackHtml(text: string): string {
  const literal = (part: string) =>
    escapeHtml(part.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  return replaceMarks(text, SLACK_MARKS, literal, ([code, url, label, bold]) => {
    if (code !== undefined) return `<pre>${literal(code)}</pre>`;
    if (url !== undefined) return linkHtml(url.replaceAll('&amp;', '&'), literal(label ?? ''));
    return `<strong>${literal(bold ?? '')}</strong>`;
  });
}

/** Reads a message with blocks: from a bot, which names the channel, or for a webhook. */
export function readSlack(json: Json): ShownMessage | null {
  if (!Array.isArray(json.blocks)) return null;
  const blocks = listOf(json.blocks);
  const ofType = (type: string) => blocks.filter((block) => block.type === type);
  const sections = ofType('section');
  const title = textOf(objectOf(ofType('header')[0]?.text).text) || textOf(json.text) || 'Message';
  return {
    kind: json.channel === undefined ? 'Slack' : `Slack ${escapeHtml(textOf(json.channel))}`,
    tone: toneOf(title),
    // The color says the same, also where no font has this character.
    title: escapeHtml(title.replace(/^[🔴🟢🔵]\s*/u, '')),
    content: sections.flatMap(({ text }) => (isObject(text) ? [paragraph(slackHtml(textOf(text.text)))] : [])),
    facts: sections.flatMap(({ fields }) => listOf(fields).map(({ text }) => slackFact(textOf(text)))),
    footer: ofType('context')
      .flatMap(({ elements }) => listOf(elements).map(({ text }) => slackHtml(textOf(text))))
      .join(' '),
  };
}

/** A field has its label on the first line. */
function slackFact(text: string) {
  const [label = '', ...rest] = text.split('\n');
  return { label: slackHtml(label.replaceAll('*', '')), value: slackHtml(rest.join('\n')) };
}

function toneOf(title: string): ShownMessage['tone'] {
  if (title.startsWith('🔴')) return 'bad';
  return title.startsWith('🟢') ? 'good' : 'neutral';
}
