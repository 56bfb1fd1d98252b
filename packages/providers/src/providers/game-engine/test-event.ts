import { type MakeTestEvent, numberOf, TEST_JOB, timeOf } from '../../test-event.js';

export const testEvent: MakeTestEvent = (occasion) => ({
  path: 'game_engine/cooking_started',
  body: { build_number: numberOf(occasion), job_name: TEST_JOB, timestamp: timeOf(occasion) },
  effect: `It appears as a build of job ${TEST_JOB} that has started cooking.`,
});
