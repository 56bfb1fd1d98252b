import { type Response, requestIdOf, writePart } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { EXPORT_STALL_MS } from '../limits.js';

interface Download {
  readonly accountId: number;
  readonly logger: Logger;
  /** Aborted if the download must not continue. */
  readonly lost?: AbortSignal;
}

/**
 * Sends a download part by part; false if it was cut short. After the first byte, a failure can only cut it short: the
 * browser then reports a failed download.
 */
export async function sendParts(
  response: Response,
  parts: AsyncIterable<string>,
  { accountId, logger, lost }: Download,
): Promise<boolean> {
  try {
    for await (const part of parts) {
      lost?.throwIfAborted();
      const outcome = await writePart(response, part, { stallMs: EXPORT_STALL_MS });
      if (outcome === 'closed') return false;
      if (outcome === 'stalled') throw new Error('the reader takes nothing');
    }
    return true;
  } catch (error) {
    if (!response.headersSent) throw error;
    logger.warn({ requestId: requestIdOf(response), accountId, err: error }, 'export cut short');
    response.destroy();
    return false;
  }
}
