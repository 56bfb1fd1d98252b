import { type Baseline, buildBaseline, type CapturedLog, type Diagnosis, diagnose } from '@slipway/diagnosis';

/** Runs in a thread of engine.ts. */
export function diagnoseLog(task: {
  readonly log: CapturedLog | null;
  readonly baseline: Baseline | null;
}): Diagnosis {
  return diagnose(task.log, task.baseline);
}

export function extendBaseline(task: { readonly log: string; readonly previous: Baseline | null }): Baseline {
  return buildBaseline(task.log, task.previous);
}
