import type { ServerResponse } from 'node:http';

/** The outcome of a part of a response: written, or the reader disconnected, or it took nothing for too long. */
export type WriteOutcome = 'written' | 'closed' | 'stalled';

/** Writes a part of a response. Waits while earlier parts wait for the reader, so that they do not pile up. */
export function writePart(
  response: ServerResponse,
  part: string | Uint8Array,
  { stallMs }: { readonly stallMs: number },
): Promise<WriteOutcome> {
  if (response.destroyed) return Promise.resolve('closed');
  if (response.write(part)) return Promise.resolve('written');
  return new Promise((resolve) => {
    const settle = (outcome: WriteOutcome) => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(outcome);
    };
    const onDrain = () => settle('written');
    const onClose = () => settle('closed');
    const timer = setTimeout(settle, stallMs, 'stalled');
    response.once('drain', onDrain).once('close', onClose);
  });
}
