import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ now, id }) => ({
  headers: { 'x-atlassian-webhook-identifier': id },
  body: { timestamp: now, webhookEvent: 'sprint_started', sprint: { id: 1, name: 'Slipway test' } },
});
