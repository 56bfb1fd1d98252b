import {
  type DatabaseHandle,
  type HeldInvestigation,
  type InvestigationStep,
  recordSteps,
  touchInvestigation,
} from '@slipway/db';
import { type Logger, throttledLog } from '@slipway/runtime';

/** The steps of an investigation, shown to its readers as they are taken. */
export interface Progress {
  /** Runs a step; what it returns is shown with it. A throw leaves the step failed. */
  step<T>(name: string, work: () => Promise<StepResult<T>>): Promise<T>;
  /** All steps so far; what is under way counts as failed. */
  broken(): InvestigationStep[];
  done(): InvestigationStep[];
  /** Stops saying that the work goes on. */
  close(): void;
}

/** What a step gave, and what to say about it. */
export interface StepResult<T> {
  readonly value: T;
  readonly detail: string;
  readonly skipped?: boolean;
}

/** Somebody else has taken the investigation over. */
export class TakenOver extends Error {
  override name = 'TakenOver';
}

const HEARTBEAT_MS = 5_000;

/** Writes each step as it begins and ends, and says meanwhile that the work goes on. */
export function trackProgress(on: DatabaseHandle, held: HeldInvestigation, logger: Logger): Progress {
  const steps: InvestigationStep[] = [];
  const timer = setInterval(() => {
    touchInvestigation(on, held).catch((error: Error) =>
      throttledLog(logger).warn({ err: error }, 'investigation not touched'),
    );
  }, HEARTBEAT_MS);
  timer.unref();
  async function show(): Promise<void> {
    if (!(await recordSteps(on, held, steps))) throw new TakenOver(`investigation ${held.id}`);
  }
  return {
    async step(name, work) {
      steps.push({ name, status: 'running', detail: '' });
      await show();
      const { value, detail, skipped = false } = await work();
      steps[steps.length - 1] = { name, status: skipped ? 'skipped' : 'completed', detail };
      return value;
    },
    broken: () => steps.map((step) => (step.status === 'running' ? { ...step, status: 'failed' } : step)),
    done: () => steps,
    close: () => clearInterval(timer),
  };
}
