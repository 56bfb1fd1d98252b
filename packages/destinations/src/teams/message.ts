import { clip, inline, type Message } from '@slipway/domain';

/** A message is refused from about 21 KB on. These limits keep it far below, whatever characters it has. */
const MAX_TITLE = 250;
const MAX_TEXT = 1_000;
const MAX_LABEL = 60;
const MAX_VALUE = 200;
const MAX_FACTS = 6;

const COLORS = { bad: 'Attention', good: 'Good', neutral: 'Accent' } as const;

interface Run {
  readonly text: string;
  readonly max: number;
  readonly style?: Readonly<Record<string, unknown>>;
}

/** Text runs show Markdown literally, unlike text blocks. */
const line = (...runs: readonly Run[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map(({ text, max, style }) => ({ type: 'TextRun', text: clip(text, max), ...style })),
});

const openUrl = (url: string) => ({ selectAction: { type: 'Action.OpenUrl', url } });

/** The body for a Teams workflow: an Adaptive Card. */
export function teamsMessage({ tone, title, text, quote, facts, link, source }: Message) {
  const body = [
    line({
      text: inline(title),
      max: MAX_TITLE,
      style: { weight: 'Bolder', size: 'Medium', color: COLORS[tone] },
    }),
    ...(text === '' ? [] : [line({ text: inline(text), max: MAX_TEXT })]),
    ...(quote === null ? [] : [line({ text: inline(quote), max: MAX_TEXT, style: { fontType: 'Monospace' } })]),
    ...facts
      .slice(0, MAX_FACTS)
      .map(({ label, value, url }) =>
        line(
          { text: `${inline(label)}: `, max: MAX_LABEL, style: { weight: 'Bolder' } },
          { text: inline(value), max: MAX_VALUE, ...(url === undefined ? {} : { style: openUrl(url) }) },
        ),
      ),
    line({ text: `${clip(inline(source), 200)} · Slipway`, max: 220, style: { isSubtle: true, size: 'Small' } }),
  ];
  const actions = [{ type: 'Action.OpenUrl', title: clip(inline(link.label), 100), url: link.url }];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions,
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  };
}
