import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ id }) => ({
  body: { tagName: 'notificationSubscribed', data: { id } },
});
