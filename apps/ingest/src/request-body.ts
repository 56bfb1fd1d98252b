import type { IncomingMessage } from 'node:http';
import { atTurnEnd } from './turn-end.js';

/** Whoever holds bytes of bodies in memory. */
export interface BodyHolder {
  heldBytes: number;
}

/** Bounds the bytes of bodies that are in memory at once, over all requests. */
export interface BodyBudget {
  /** False when there is no room for as much. */
  hold(holder: BodyHolder, bytes: number): boolean;
  release(holder: BodyHolder): void;
}

export function createBodyBudget(limitBytes: number): BodyBudget {
  let used = 0;
  return {
    hold(holder, bytes) {
      if (used + bytes > limitBytes) return false;
      used += bytes;
      holder.heldBytes += bytes;
      return true;
    },
    release(holder) {
      used -= holder.heldBytes;
      holder.heldBytes = 0;
    },
  };
}

/** Why a body was not read: it is beyond its limit, all bodies together are, or the sender broke off. */
export type Unread = 'too_large' | 'no_room' | 'gone';

/** A request whose body is to be read. */
export interface BodySource extends BodyHolder {
  readonly incoming: IncomingMessage;
}

/** Whether the sender announces a body beyond the limit. */
export function announcesMore({ headers }: IncomingMessage, limitBytes: number): boolean {
  const announced = headers['content-length'];
  return announced !== undefined && Number(announced) > limitBytes;
}

/** Reads a request's body whole. Of one that is refused halfway, nothing is kept. */
export function readRawBody(source: BodySource, limitBytes: number, budget: BodyBudget): Promise<Buffer | Unread> {
  const { incoming } = source;
  if (incoming.destroyed) return Promise.resolve('gone');
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let refused: Unread | null = null;
    function refuse(reason: Unread): void {
      refused = reason;
      chunks = [];
      resolve(reason);
    }
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (refused !== null) return;
      if (bytes > limitBytes) refuse('too_large');
      else if (budget.hold(source, chunk.length)) chunks.push(chunk);
      else refuse('no_room');
    });
    incoming.on('end', () => {
      if (refused !== null) return;
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      atTurnEnd(() => resolve(body));
    });
    // Breaking off is an error only to those who listen for one; it closes the request either way.
    incoming.on('close', () => {
      if (!incoming.readableEnded) refuse('gone');
    });
  });
}

/** A sender that goes on beyond this after it was refused is cut off. */
const DROPPED_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Reads and drops what is left of a body that nobody wants, since a sender whose connection breaks while it sends never
 * sees the answer.
 */
export function dropRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DROPPED_LIMIT_BYTES) incoming.destroy();
  });
}
