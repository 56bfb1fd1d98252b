import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ id }) => ({
  headers: { 'x-github-event': 'ping', 'x-github-delivery': id },
  body: { zen: 'Slipway test event.', hook_id: 1, hook: { type: 'Repository', active: true } },
});
