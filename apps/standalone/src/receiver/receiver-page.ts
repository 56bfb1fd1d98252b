import {
  type Destination,
  destinations,
  escapeHtml,
  isObject,
  type Json,
  type ShownMessage,
  textOf,
} from '@slipway/destinations';

/** The body as JSON; a body that is none becomes a text. */
function parseBody(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : { text: body };
  } catch {
    return { text: body };
  }
}

/** Reads a message as the first kind of channel whose message it can be. Anyone can post, so it may be for none. */
function readMessage(body: string): ShownMessage {
  const json = parseBody(body);
  for (const { read } of Object.values<Destination<never>>(destinations)) {
    const message = read?.(json) ?? null;
    if (message !== null) return message;
  }
  const title = escapeHtml(textOf(json.text) || 'Message');
  return { kind: 'Other', tone: 'neutral', title, content: [], facts: [], footer: '' };
}

export interface KeptMessage {
  readonly id: number;
  readonly at: Date;
  readonly body: string;
}

/** The pages run no scripts and load nothing, whatever a message contains. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

const STYLE = `:root{color-scheme:light dark;--ink:#18181b;--soft:#52525b;--line:#e4e4e7;--card:#fff;--page:#f4f4f5;
--bad:#d93025;--good:#188038;--neutral:#1a73e8}
@media (prefers-color-scheme:dark){:root{--ink:#f4f4f5;--soft:#a1a1aa;--line:#3f3f46;--card:#18181b;--page:#09090b;
--bad:#f28b82;--good:#81c995;--neutral:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:2rem 1rem;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.25rem;margin:0}h2{font-size:1rem;margin:.35rem 0}p{margin:.35rem 0}a{color:var(--neutral)}
.soft{color:var(--soft);font-size:.85rem}
article{margin:1rem 0;padding:.85rem 1rem;background:var(--card);border:1px solid var(--line);
border-left:4px solid var(--neutral);border-radius:8px}
article.bad{border-left-color:var(--bad)}article.good{border-left-color:var(--good)}
header{display:flex;justify-content:space-between;gap:1rem}
pre{margin:.5rem 0;padding:.6rem .75rem;background:var(--page);border-radius:6px;white-space:pre-wrap;font-size:.85rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:var(--soft)}dd{margin:0}`;

function page(title: string, content: string, refresh = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body>${content}</body></html>`;
}

/** All messages, newest first. The page loads itself again, so that new messages appear. */
export function listPage(kept: readonly KeptMessage[]): string {
  const none = '<p>No messages yet. Break a build, or send a test message from the notification settings.</p>';
  const content = `<h1>Received notifications</h1>
<p class="soft">This page stands in for a chat service. It keeps the newest messages until Slipway stops.</p>
${kept.map((message) => articleOf(message, true)).join('') || none}`;
  return page('Received notifications', content, '<meta http-equiv="refresh" content="3">');
}

export function messagePage(message: KeptMessage): string {
  const json = JSON.stringify(parseBody(message.body), null, 2);
  return page(
    'Received notification',
    `<p><a href="/">All notifications</a></p>${articleOf(message, false)}<pre>${escapeHtml(json)}</pre>`,
  );
}

function articleOf({ id, at, body }: KeptMessage, isListed: boolean): string {
  const { kind, tone, title, content, facts, footer } = readMessage(body);
  const list = facts.map(({ label, value }) => `<dt>${label}</dt><dd>${value}</dd>`).join('');
  const json = isListed ? `<a href="/messages/${id}">JSON</a>` : '';
  return `<article class="${tone}"><header class="soft"><span>${kind} · ${timeOf(at)}</span>${json}</header>
<h2>${title}</h2>${content.join('')}${list === '' ? '' : `<dl>${list}</dl>`}
${footer === '' ? '' : `<p class="soft">${footer}</p>`}</article>`;
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
