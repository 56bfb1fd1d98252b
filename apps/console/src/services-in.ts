import { apiReads, type DatabaseHandle } from '@slipway/db';
import type { ConsoleServices } from './services.js';

/**
 * The services for a transaction that makes a change. The response is read in the same transaction: if a read fails,
 * the change is rolled back, so that no error is returned for a change that was made.
 */
export function servicesIn(tx: DatabaseHandle, services: ConsoleServices): ConsoleServices {
  return { ...services, reads: apiReads(tx) };
}
