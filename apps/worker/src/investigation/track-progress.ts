import {
  type DatabaseHandle,
  type HeldInvestigation,
  type InvestigationStep,
  recordSteps,
  touchInvestigation,
} from '@slipway/db';
import { type Logger, throttledLog } from '@slipway/runtime';

/** Records the steps of an investigation while it runs, so that users can follow it. */
export interface Progress {
  /** Runs a step and records its detail. */
  step<T>(name: string, work: () => Promise<StepResult<T>>): Promise<T>;
  steps(): InvestigationStep[];
  /** All steps so far; a running step is marked as failed. */
  failedSteps(): InvestigationStep[];
  close(): void;
}

export interface StepResult<T> {
  readonly value: T;
  readonly detail: string;
  readonly skipped?: boolean;
}

/** Another worker has taken over the investigation. */
export class TakenOverError extends Error {
  override name = 'TakenOverError';
}

const HEARTBEAT_MS = 5_000;

/** Records each step as it begins and ends, with a heartbeat in between. */
export function trackProgress(on: DatabaseHandle, investigation: HeldInvestigation, logger: Logger): Progress {
  const steps: InvestigationStep[] = [];
  const timer = setInterval(() => {
    touchInvestigation(on, investigation).catch((error: Error) =>
      throttledLog(logger).warn({ err: error }, 'heartbeat of an investigation not recorded'),
    );
  }, HEARTBEAT_MS);
  timer.unref();
  async function record(): Promise<void> {
    if (!(await recordSteps(on, investigation, steps)))
      throw new TakenOverError(`investigation ${investigation.id}`);
  }
  return {
    async step(name, work) {
      steps.push({ name, status: 'running', detail: '' });
      await record();
      const { value, detail, skipped = false } = await work();
      steps[steps.length - 1] = { name, status: skipped ? 'skipped' : 'completed', detail };
      return value;
    },
    steps: () => steps,
    failedSteps: () => steps.map((step) => (step.status === 'running' ? { ...step, status: 'failed' } : step)),
    close: () => clearInterval(timer),
  };
}
