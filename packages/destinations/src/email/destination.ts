import { defineDestination } from '../define-destination.js';

/** Emails move to the mail outbox, which sends them. */
export const destination = defineDestination<{ readonly userIds: readonly number[] }>({
  needs: 'members of the account',
  hasThreads: true,
  protocol: null,
});
