import { createServer, type IncomingMessage } from 'node:http';
import { type KeptMessage, listPage, messagePage, PAGE_HEADERS } from './receiver-page.js';

/**
 * An address of this machine at which nothing else listens, so that notifications can be allowed to reach the receiver
 * without reaching other local servers. Linux has the whole network; elsewhere there is no receiver.
 */
const HOST = '127.77.77.77';

/** The network that notifications may be sent to while the receiver runs. */
export const RECEIVER_NETWORK = `${HOST}/32`;

const MAX_KEPT = 50;
const MAX_BODY_BYTES = 256 * 1024;

export interface DemoReceiver {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a page that shows the notifications posted to it; null if its address cannot be used. */
export async function startDemoReceiver(port: number): Promise<DemoReceiver | null> {
  const kept: KeptMessage[] = [];
  let received = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, PAGE_HEADERS).end(pageAt(request.url ?? '/', kept));
      return;
    }
    readBody(request).then(
      (body) => {
        received += 1;
        kept.unshift({ id: received, at: new Date(), body });
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

/** The page of one message, or the list of all. */
function pageAt(path: string, kept: readonly KeptMessage[]): string {
  const id = Number(/^\/messages\/(\d+)$/.exec(path)?.[1]);
  const message = kept.find((each) => each.id === id);
  return message === undefined ? listPage(kept) : messagePage(message);
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
