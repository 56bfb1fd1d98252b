import { endCurrentSession } from '../data/api.js';
import { call } from '../data/call.js';

/** Ends the session and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await call(endCurrentSession);
  window.location.assign('/sign-in');
}
