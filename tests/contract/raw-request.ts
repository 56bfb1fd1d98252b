import { Agent, request as httpRequest } from 'node:http';
import { serve } from '@slipway/http';
import type { ServedApi } from './api.js';
import { requireConformance } from './openapi-conformance.js';

/** A request as bytes on the wire: nothing is escaped, added or corrected. */
export interface RawRequest {
  readonly method: string;
  /** Starts with /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Opens a connection for requests that no well-behaved client sends. Every response is checked against the document.
 */
export async function openRawConnection(api: ServedApi): Promise<(request: RawRequest) => Promise<RawAnswer>> {
  const server = await serve(api.app, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  api.process.onClose('raw connection', async () => {
    agent.destroy();
    await server.close();
  });
  return async ({ method, path, headers, body }) => {
    const answer = await new Promise<RawAnswer & { headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const target = { host: '127.0.0.1', port: server.port, agent, method, path, headers };
        const sent = httpRequest(target, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        sent.on('error', reject).end(body);
      },
    );
    requireConformance({ method, path, ...answer });
    return answer;
  };
}
