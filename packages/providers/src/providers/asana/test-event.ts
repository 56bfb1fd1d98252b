import type { MakeTestEvent } from '../../test-event.js';

export const testEvent: MakeTestEvent = ({ id }) => ({ body: { events: [], slipway_test: id } });
