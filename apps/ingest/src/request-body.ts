import type { IncomingMessage } from 'node:http';
import { DISCARD_LIMIT_BYTES } from './limits.js';

/** A request that holds bytes of a body in memory. */
export interface BodyHolder {
  heldBytes: number;
}

/** Bounds the bytes of bodies in memory, over all requests. */
export interface BodyBudget {
  /** False when the bytes do not fit. */
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

/** Why a body was not read: it exceeds its limit, all bodies together exceed theirs, or the sender disconnected. */
export type Unread = 'too_large' | 'no_room' | 'gone';

/** A request whose body has not been read. */
export interface BodySource extends BodyHolder {
  readonly incoming: IncomingMessage;
}

/** Whether the sender announces a body beyond the limit. */
export function announcesMore({ headers }: IncomingMessage, limitBytes: number): boolean {
  const announced = headers['content-length'];
  return announced !== undefined && Number(announced) > limitBytes;
}

/** Reads a request's body. A body that is refused halfway is dropped from memory at once. */
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
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    // A disconnect always emits `close`, but `error` only if somebody listens for it.
    incoming.on('close', () => {
      if (!incoming.readableEnded) refuse('gone');
    });
  });
}

/**
 * Reads and drops the rest of a refused body: a sender whose connection breaks while it sends would never see the
 * answer.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_LIMIT_BYTES) incoming.destroy();
  });
}
