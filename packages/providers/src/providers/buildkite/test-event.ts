import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ id }) => ({
  headers: { 'x-buildkite-event': 'ping' },
  body: { event: 'ping', service: { id, provider: 'webhook' }, sender: { name: 'Slipway test' } },
});
