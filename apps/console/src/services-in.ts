import { apiReads, type DatabaseHandle } from '@slipway/db';
import type { ConsoleServices } from './services.js';

/**
 * The services of a transaction that changes something. What its answer shows is read inside it: a read that fails then
 * takes the change back, instead of answering a change that was made with an error.
 */
export function servicesIn(tx: DatabaseHandle, services: ConsoleServices): ConsoleServices {
  return { ...services, reads: apiReads(tx) };
}
