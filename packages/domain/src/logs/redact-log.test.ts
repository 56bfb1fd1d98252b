import { expect, it } from '@jest/globals';
import type { Operation, StepReport } from '../deliveries/operations.js';
import { commonRedactor } from '../redaction/redactor.js';
import { redactOperation } from './redact-log.js';

const step: StepReport = { name: 'push', status: 'failed', at: 0 };
const steps = [step, { ...step, detail: 'denied for ghp_abcdefghijklmnopqrstuvwxyz0123456789' }];

it.each(['build_report', 'build_steps'])('the details of steps are masked before they are stored: %s', (kind) => {
  const masked = redactOperation({ kind, steps } as unknown as Operation, commonRedactor);
  expect(masked).toEqual({ kind, steps: [step, { ...step, detail: 'denied for [redacted: GitHub token]' }] });
});
