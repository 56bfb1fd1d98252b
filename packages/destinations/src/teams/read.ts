import {
  escapeHtml,
  isObject,
  type Json,
  linkHtml,
  listOf,
  objectOf,
  paragraph,
  type ShownMessage,
  textOf,
} from '../shown-message.js';

/** The colors of Adaptive Cards. */
const TEAMS_TONES: ReadonlyMap<unknown, ShownMessage['tone']> = new Map([
  ['Attention', 'bad'],
  ['Good', 'good'],
]);

/** Reads a message with an Adaptive Card. */
export function readTeams(json: Json): ShownMessage | null {
  const [attachment] = listOf(json.attachments);
  if (!isObject(attachment?.content)) return null;
  const card = attachment.content;
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
