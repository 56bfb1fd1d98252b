import { type MakeTestEvent, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  body: {
    action: {
      id: occasion.id.replaceAll('-', '').slice(0, 24),
      type: 'createList',
      date: timeOf(occasion),
      data: { board: { name: 'Slipway test' }, list: { name: 'Slipway test' } },
    },
    model: { name: 'Slipway test' },
  },
});
