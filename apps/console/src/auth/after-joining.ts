import { isDatabaseOutage } from '@slipway/db';

/**
 * Signs somebody in who has just joined, and returns where to send them. They have joined, whatever becomes of the session:
 * if it cannot be stored, they sign in themselves.
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
