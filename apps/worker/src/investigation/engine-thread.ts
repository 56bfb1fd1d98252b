import {
  type Baseline,
  buildBaseline,
  type CapturedLog,
  type Diagnosis,
  diagnose,
  extendPastBy,
  type JobPast,
  type KnownFailure,
} from '@slipway/diagnosis';
import { lookUpFiles } from '@slipway/domain';

/** What is known about a failed build. */
export interface DiagnosisTask extends Omit<KnownFailure, 'isChanged'> {
  readonly log: CapturedLog | null;
  /** The paths of the files changed since the last passing build. */
  readonly changedFiles: readonly string[];
}

/** Runs in a thread that engine.ts starts. */
export function diagnoseLog({ log, changedFiles, ...known }: DiagnosisTask): Diagnosis {
  return diagnose(log, { ...known, isChanged: lookUpFiles(changedFiles) });
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
