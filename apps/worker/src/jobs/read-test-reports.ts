import { randomUUID } from 'node:crypto';
import { claimTestUpload } from '@slipway/db';
import { defineJob, UNFINISHED } from '../define-job.js';
import { judgeDueRun } from '../tests/judge-tests.js';
import { readTestUpload } from '../tests/read-test-upload.js';

/** A run ends after this time, so that its time limit stops only what hangs. */
const RUN_MS = 30_000;

/**
 * Reads the files with test results that deliveries have brought, one delivery after the other. Judges the tests of a
 * suite once no further report about it has arrived for a moment.
 */
export const job = defineJob({
  name: 'read_test_reports',
  async run(_payload, context) {
    const until = context.clock.now() + RUN_MS;
    for (;;) {
      if (context.signal.aborted || context.closing.aborted) return undefined;
      const upload = await claimTestUpload(context.database, randomUUID());
      if (upload !== null) await readTestUpload(upload, context);
      const isJudged = await judgeDueRun(context);
      if (upload === null && !isJudged) return undefined;
      if (context.clock.now() >= until) return UNFINISHED;
    }
  },
});
