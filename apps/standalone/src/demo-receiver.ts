import { createServer, type IncomingMessage } from 'node:http';

/**
 * An address of this machine at which nothing else listens, so that notifications can be allowed to reach the receiver
 * without reaching other local servers. Linux has the whole network; elsewhere there is no receiver.
 */
const HOST = '127.77.77.77';

/** The network that notifications may be sent to while the receiver runs. */
export const RECEIVER_NETWORK = `${HOST}/32`;

const MAX_KEPT = 50;
const MAX_BODY_BYTES = 256 * 1024;

interface KeptMessage {
  readonly at: Date;
  readonly body: string;
}

/** A running receiver. */
export interface DemoReceiver {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a page that shows the notifications posted to it; null if its address cannot be used. */
export async function startDemoReceiver(port: number): Promise<DemoReceiver | null> {
  const kept: KeptMessage[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, PAGE_HEADERS).end(pageOf(kept));
      return;
    }
    readBody(request).then(
      (body) => {
        kept.unshift({ at: new Date(), body });
        kept.length = Math.min(kept.length, MAX_KEPT);
        response.end('ok');
      },
      () => response.writeHead(413).end(),
    );
  });
  const isListening = await new Promise<boolean>((resolve) => {
    server.on('error', () => resolve(false));
    server.listen(port, HOST, () => resolve(true));
  });
  if (!isListening) return null;
  return {
    url: `http://${HOST}:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the message is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

function pageOf(kept: readonly KeptMessage[]): string {
  const messages = kept.map(
    ({ at, body }) =>
      `<article><h2>${escapeHtml(titleOf(body))}</h2><p>${at.toISOString()}</p><pre>${escapeHtml(indented(body))}</pre></article>`,
  );
  const none = '<p>No messages yet. Add this address as the URL of a notification channel.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>Received notifications</title><style>body{font-family:sans-serif;margin:2rem;max-width:60rem}
pre{background:#f4f4f5;padding:1rem;overflow-x:auto}h2{font-size:1rem}p{color:#52525b}</style></head>
<body><h1>Received notifications</h1>${messages.join('') || none}</body></html>`;
}

/** What Slack, Discord and outgoing webhooks call the first line. Anyone can post, so every field may be anything. */
interface AnyMessage {
  readonly text?: unknown;
  readonly type?: unknown;
  readonly embeds?: readonly ({ readonly title?: unknown } | null)[] | null;
}

/** The title of a message for Slack or Discord, or the type of a webhook. */
function titleOf(body: string): string {
  const { text, type, embeds } = parsed(body) as AnyMessage;
  const titles = [text, embeds?.[0]?.title, type];
  return titles.find((title) => typeof title === 'string') ?? 'Message';
}

const indented = (body: string) => JSON.stringify(parsed(body), null, 2);

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : { text: body };
  } catch {
    return { text: body };
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
