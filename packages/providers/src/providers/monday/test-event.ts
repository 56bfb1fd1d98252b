import { type MakeTestEvent, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  body: {
    event: {
      app: 'monday',
      type: 'create_update',
      triggerTime: timeOf(occasion),
      triggerUuid: occasion.id,
      boardId: 1,
      pulseId: 1,
      textBody: 'Slipway test event',
    },
  },
});
