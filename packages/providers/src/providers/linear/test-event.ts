import { type MakeTestEvent, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  headers: { 'linear-event': 'Reaction', 'linear-delivery': occasion.id },
  body: {
    action: 'create',
    type: 'Reaction',
    createdAt: timeOf(occasion),
    data: { id: occasion.id, emoji: 'wave' },
    webhookTimestamp: occasion.now,
  },
});
