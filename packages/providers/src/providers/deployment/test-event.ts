import { type MakeTestEvent, numberOf, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  body: {
    platform: 'custom',
    event: 'connection_test',
    build_number: numberOf(occasion),
    notes: 'Slipway test event',
    timestamp: timeOf(occasion),
  },
  effect: 'It appears as a pending deployment on the Custom platform.',
});
