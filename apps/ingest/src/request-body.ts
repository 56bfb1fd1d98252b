import type { IncomingMessage } from 'node:http';
import { atTurnEnd } from './turn-end.js';

/**
 * Reads a request's body whole: `too_large` beyond the limit, `gone` when the sender broke off. The rest of a body that
 * is too large is read and dropped, since a sender whose connection breaks while it sends never sees the answer.
 */
export function readRawBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too_large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else resolve('too_large');
    });
    request.on('end', () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      atTurnEnd(() => resolve(body));
    });
    // Breaking off is an error only to those who listen for one; it closes the request either way.
    request.on('close', () => {
      if (!request.readableEnded) resolve('gone');
    });
  });
}
