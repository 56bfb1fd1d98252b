import { endCurrentSession } from '../data/api.js';
import { call } from '../data/call.js';
import { forgetRecentPages } from '../data/recents.js';

export async function signOut(): Promise<void> {
  await call(endCurrentSession);
  forgetRecentPages();
  window.location.assign('/sign-in');
}
