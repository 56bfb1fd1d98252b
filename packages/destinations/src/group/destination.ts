import type { GroupReach } from '@slipway/contracts';
import { defineDestination } from '../define-destination.js';

/** Messages move to the inboxes of people, and to the mail outbox, which sends them. */
export const destination = defineDestination<{ readonly groupId: number; readonly reach: GroupReach }>({
  needs: 'a group of the account',
  hasThreads: true,
  protocol: null,
});
