import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ id }) => ({ body: { event: 'ping', id } });
