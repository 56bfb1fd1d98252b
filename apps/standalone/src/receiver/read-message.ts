import { escapeHtml, linkHtml } from './escape-html.js';

/** A message as the receiver shows it. All texts are HTML. */
export interface ShownMessage {
  readonly kind: string;
  readonly tone: 'bad' | 'good' | 'neutral';
  readonly title: string;
  readonly content: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly footer: string;
}

/** Anyone can post, so every field may be anything. */
type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The body as JSON; a body that is none becomes a text. */
export function parseBody(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : { text: body };
  } catch {
    return { text: body };
  }
}

/** Reads a message for Slack, Discord, Teams or an outgoing webhook. */
export function readMessage(body: string): ShownMessage {
  const json = parseBody(body);
  if (Array.isArray(json.embeds)) return readDiscord(json);
  if (Array.isArray(json.attachments)) return readTeams(json);
  if (typeof json.type === 'string' && isObject(json.data)) return readWebhook(json);
  return readSlack(json);
}

const paragraph = (html: string) => (html.startsWith('<pre>') ? html : `<p>${html}</p>`);

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

/** Writes the parts of a text that a pattern finds in one way, and those between them in another. */
function replaceMarks(
  text: string,
  pattern: RegExp,
  literal: (part: string) => string,
  marked: (groups: readonly (string | undefined)[]) => string,
): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    html += literal(text.slice(end, match.index)) + marked(match.slice(1));
    end = match.index + match[0].length;
  }
  return html + literal(text.slice(end));
}

function readSlack(json: Json): ShownMessage {
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

function readDiscord(json: Json): ShownMessage {
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

/** The colors of Adaptive Cards. */
const TEAMS_TONES: ReadonlyMap<unknown, ShownMessage['tone']> = new Map([
  ['Attention', 'bad'],
  ['Good', 'good'],
]);

function readTeams(json: Json): ShownMessage {
  const card = objectOf(listOf(json.attachments)[0]?.content);
  const [head = [], ...lines] = listOf(card.body).map(({ inlines }) => listOf(inlines));
  const isFact = (runs: readonly Json[]) => runs.length === 2;
  const actions = listOf(card.actions).map(({ title, url }) => linkHtml(textOf(url), escapeHtml(textOf(title))));
  const footer = lines.filter(([run]) => run?.isSubtle === true).map((runs) => runs.map(runHtml).join(''));
  return {
    kind: 'Microsoft Teams',
    tone: TEAMS_TONES.get(head[0]?.color) ?? 'neutral',
    title: head.map(runHtml).join('') || 'Message',
    content: lines
      .filter((runs) => !isFact(runs) && runs[0]?.isSubtle !== true)
      .map((runs) => paragraph(runs.map(runHtml).join(''))),
    facts: lines.filter(isFact).map(([label, value]) => ({
      label: escapeHtml(textOf(label?.text).replace(/:\s*$/, '')),
      value: runHtml(value ?? {}),
    })),
    footer: [...actions, ...footer].join(' · '),
  };
}

function runHtml({ text, fontType, selectAction }: Json): string {
  const html = escapeHtml(textOf(text));
  if (fontType === 'Monospace') return `<pre>${html}</pre>`;
  return linkHtml(textOf(objectOf(selectAction).url), html);
}

function readWebhook({ type, data }: Json): ShownMessage {
  return {
    ...{ kind: 'Webhook', tone: 'neutral', title: escapeHtml(textOf(type)), content: [], footer: '' },
    facts: fieldsOf(objectOf(data), ''),
  };
}

/** The fields of an object and of the objects in it, such as `change.id`. */
function fieldsOf(object: Json, prefix: string): ShownMessage['facts'] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (isObject(value)) return prefix === '' ? fieldsOf(value, `${name}.`) : [];
    const text = escapeHtml(String(value));
    return [{ label: escapeHtml(prefix + name), value: linkHtml(String(value), text) }];
  });
}
