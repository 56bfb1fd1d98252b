import type { endCurrentSession } from '@slipway/contracts';
import { change } from '../data/call.js';

/** Ends the session and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await change<typeof endCurrentSession>('POST', '/session/end', {});
  window.location.assign('/sign-in');
}
