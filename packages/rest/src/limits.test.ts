import { expect, it } from '@jest/globals';
import { longestWaitMs } from '@slipway/db';
import { PING_TIMEOUT_MS, QUICK_FAILURE_MS, STATEMENT_TIMEOUT_MS } from './limits.js';

/** infra/docs/operate/postgresql.md promises it. */
const ANSWER_MS = 3_000;

const { connectMs, statementMs } = longestWaitMs({ statementTimeoutMs: STATEMENT_TIMEOUT_MS });

it('a read on a primary that is gone is answered within three seconds', () => {
  for (const waitMs of [connectMs, statementMs]) expect(waitMs + PING_TIMEOUT_MS).toBeLessThanOrEqual(ANSWER_MS);
});

it('a read that fails at once leaves time to ask every server, all at the same time', () => {
  expect(QUICK_FAILURE_MS + STATEMENT_TIMEOUT_MS).toBeLessThanOrEqual(ANSWER_MS);
});
