import { type MakeTestEvent, numberOf, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  body: {
    platform: 'custom',
    event: 'connection_test',
    build_number: numberOf(occasion),
    notes: 'Test event of Slipway',
    timestamp: timeOf(occasion),
  },
  effect: 'It appears as a pending deployment of the platform Custom.',
});
