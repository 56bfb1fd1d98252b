import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ now }) => ({
  body: { changelist: Math.floor(now / 1000), status: 'shelved', user: 'slipway', description: 'Test event' },
});
