import {
  type Baseline,
  buildBaseline,
  type CapturedLog,
  type Diagnosis,
  diagnose,
  extendPastBy,
  type JobPast,
} from '@slipway/diagnosis';
import { lookUpFiles } from '@slipway/domain';

/** What is known about a failed build. */
export interface DiagnosisTask {
  readonly log: CapturedLog | null;
  readonly baseline: Baseline | null;
  readonly past: JobPast | null;
  /** The paths of the files changed since the last passing build. */
  readonly changedFiles: readonly string[];
  /** The job, which distinguishes findings that name no cause. */
  readonly job: string;
}

/** Runs in a thread that engine.ts starts. */
export function diagnoseLog({ log, baseline, past, changedFiles, job }: DiagnosisTask): Diagnosis {
  return diagnose(log, { baseline, past, isChanged: lookUpFiles(changedFiles), job });
}

export function extendBaseline(task: { readonly log: string; readonly previous: Baseline | null }): Baseline {
  return buildBaseline(task.log, task.previous);
}

export interface LoggedBuild {
  readonly id: number;
  readonly log: string;
}

export function extendPast(task: { readonly build: LoggedBuild; readonly previous: JobPast | null }): JobPast {
  return extendPastBy(task.previous, task.build);
}
