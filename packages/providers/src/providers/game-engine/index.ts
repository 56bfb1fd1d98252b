import { defineProvider, on } from '../../define-provider.js';
import { dropLog, LOG_NAMES, trimLog } from '../../shared/build-log.js';
import { deliveryHeader } from '../../shared/delivery-header.js';
import { Ended, ERROR_NAMES, ended, Progress, phaseStarted, shadersCompleted } from './build-events.js';
import { assetsCooked, Cooked } from './cooked-assets.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const events = {
  cooking_started: on(Progress, phaseStarted('cook')),
  asset_cooked: on(Cooked, assetsCooked),
  shaders_started: on(Progress, phaseStarted('shaders')),
  shaders_completed: on(Progress, shadersCompleted),
  packaging_started: on(Progress, phaseStarted('package')),
  build_completed: on(Ended, ended('completed', LOG_NAMES)),
  build_failed: on(Ended, ended('failed', ERROR_NAMES)),
};

export const provider = defineProvider({
  id: 'game_engine',
  setup,
  docs: 'https://dev.epicgames.com/documentation/en-us/unreal-engine/build-operations-cooking-packaging-deploying-and-running-projects-in-unreal-engine',
  endpoints: Object.keys(events).map((event) => ({ path: `game_engine/${event}`, event })),
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: null,
  trim: (payload) => trimLog(payload, ERROR_NAMES),
  withoutLog: (payload) => dropLog(payload, ERROR_NAMES),
  deliveryId: deliveryHeader,
  eventName: ({ endpoint }) => endpoint.event ?? null,
  events,
  ignored: [],
  testEvent,
  sampleEvents,
  lifeCycle,
});
