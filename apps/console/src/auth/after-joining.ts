import { isDatabaseOutage } from '@slipway/db';

/**
 * Signs in a user who has just joined, and returns where to send them. If the session cannot be stored, they have still
 * joined, and sign in themselves.
 */
export async function afterJoining(signIn: () => Promise<void>): Promise<'/' | '/sign-in'> {
  try {
    await signIn();
    return '/';
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return '/sign-in';
  }
}
