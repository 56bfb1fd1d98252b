import { type Baseline, buildBaseline, type CapturedLog, type Diagnosis, diagnose } from '@slipway/diagnosis';
import { lookUpFiles } from '@slipway/domain';

/** What is known about a failed build. */
export interface DiagnosisTask {
  readonly log: CapturedLog | null;
  readonly baseline: Baseline | null;
  /** The paths of the files changed since the last passing build. */
  readonly changedFiles: readonly string[];
  /** The job, which distinguishes findings that name no cause. */
  readonly job: string;
}

/** Runs in a thread that engine.ts starts. */
export function diagnoseLog({ log, baseline, changedFiles, job }: DiagnosisTask): Diagnosis {
  return diagnose(log, baseline, lookUpFiles(changedFiles), job);
}

export function extendBaseline(task: { readonly log: string; readonly previous: Baseline | null }): Baseline {
  return buildBaseline(task.log, task.previous);
}
