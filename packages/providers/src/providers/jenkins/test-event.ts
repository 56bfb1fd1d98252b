import { type MakeTestEvent, numberOf, type Occasion, TEST_JOB, timeOf } from '../../test-event.js';

const EFFECT = `It appears as a cancelled build of the job ${TEST_JOB}.`;

export const testEvent: MakeTestEvent = (occasion) =>
  occasion.isSigned ? notification(occasion) : flatReport(occasion);

function flatReport(occasion: Occasion) {
  return {
    body: {
      job_name: TEST_JOB,
      build_number: numberOf(occasion),
      status: 'ABORTED',
      finished_at: timeOf(occasion),
    },
    effect: EFFECT,
  };
}

/** The only signed event of Jenkins. */
function notification({ now }: Occasion) {
  const number = Math.floor(now / 1000);
  const build = {
    number,
    phase: 'COMPLETED',
    status: 'ABORTED',
    timestamp: now,
    url: `job/${TEST_JOB}/${number}/`,
  };
  return {
    path: 'jenkins/build_notification',
    body: { name: TEST_JOB, url: `job/${TEST_JOB}/`, build },
    effect: EFFECT,
  };
}
