import { type Express, serve } from '@slipway/http';

/** A stream of server-sent events, as a page keeps it open. */
export interface OpenStream {
  readonly status: number;
  /** Reads until the text contains what is expected, or until the stream ends; returns everything so far. */
  readUntil(expected: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the stream of changes with a session cookie. */
export async function openStream(app: Express, cookie: string): Promise<OpenStream> {
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  const aborting = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/console/api/stream`, {
    headers: { cookie },
    signal: aborting.signal,
  });
  const reader = response.body?.getReader();
  let text = '';
  return {
    status: response.status,
    async readUntil(expected) {
      while (!text.includes(expected)) {
        const chunk = await reader?.read();
        if (chunk === undefined || chunk.done) break;
        text += Buffer.from(chunk.value).toString();
      }
      return text;
    },
    async close() {
      aborting.abort();
      await server.close();
    },
  };
}
