import {
  applyPasses,
  createFlakeModel,
  expectedRate,
  flakyProbability,
  observe,
  type ProjectPrior,
} from './flake-model.js';
import { branchOf, hasFailure, hasPass, type TestRun } from './test-run.js';

/** A time at which a test was broken or flaky, as indexes of runs. */
export interface Episode {
  /** The first failure. */
  readonly from: number;
  /** The run that showed that it was over; null if it is not. */
  to: number | null;
}

/** What the model believed over the runs of a test. */
export interface Course {
  /** After the newest run. */
  readonly flakeProbability: number;
  /** Of the judged branch. */
  readonly brokenProbability: number;
  /** The share of attempts that are expected to fail on good code. */
  readonly failureRate: number;
  readonly flakes: readonly Episode[];
  /** On the judged branch. */
  readonly breaks: readonly Episode[];
}

/** A test is called flaky from a pass with the first probability on, until it falls below the second. */
const FLAKY = 0.95;
const NO_LONGER_FLAKY = 0.2;
const BROKEN = 0.95;
const NO_LONGER_BROKEN = 0.5;
/** A test that fails again after so many passes was never fixed: some breaks let it pass now and then. */
const STRAY_PASSES = 2;

interface Progress {
  readonly flakes: Episode[];
  readonly breaks: Episode[];
  /** The first failure that no episode explains. */
  firstFailure: number | null;
  /** The first of the failing runs with which the judged branch ends. */
  streakFrom: number | null;
  /** On the judged branch, since the last failure that was called broken. */
  passes: number;
}

/** Follows the counted runs of a test. */
export function followRuns(runs: readonly TestRun[], branch: string, project: ProjectPrior): Course {
  const model = createFlakeModel(project, branch);
  const progress: Progress = { flakes: [], breaks: [], firstFailure: null, streakFrom: null, passes: 0 };
  let brokenProbability = 0;
  let index = 0;
  for (const run of runs) {
    const broken = observe(model, run);
    if (branchOf(run) === branch) {
      brokenProbability = broken;
      followBreaks(progress, { run, index, probability: broken });
    }
    followFlakes(progress, { run, index, probability: flakyProbability(model) });
    index += 1;
  }
  applyPasses(model);
  const { flakes, breaks } = progress;
  const flakeProbability = flakyProbability(model);
  return { flakeProbability, brokenProbability, failureRate: expectedRate(model), flakes, breaks };
}

export function isOpen(episode: Episode | undefined): episode is Episode {
  return episode !== undefined && episode.to === null;
}

interface Step {
  readonly run: TestRun;
  readonly index: number;
  readonly probability: number;
}

function followBreaks(progress: Progress, { run, index, probability }: Step): void {
  const { breaks } = progress;
  const last = breaks.at(-1);
  if (hasPass(run)) {
    progress.streakFrom = null;
    progress.passes += 1;
  } else progress.streakFrom ??= index;
  if (probability < BROKEN) {
    if (isOpen(last) && hasPass(run) && probability < NO_LONGER_BROKEN) last.to = index;
    return;
  }
  const from = progress.streakFrom ?? index;
  if (last === undefined || progress.passes > STRAY_PASSES) breaks.push({ from, to: null });
  else last.to = null;
  progress.passes = 0;
  if (progress.firstFailure !== null && progress.firstFailure >= from) progress.firstFailure = null;
}

function followFlakes(progress: Progress, { run, index, probability }: Step): void {
  const { flakes, breaks } = progress;
  const last = flakes.at(-1);
  if (hasFailure(run) && !isOpen(breaks.at(-1))) progress.firstFailure ??= index;
  if (isOpen(last)) {
    if (probability >= NO_LONGER_FLAKY) return;
    last.to = index;
    progress.firstFailure = null;
  } else if (probability >= FLAKY && hasPass(run)) flakes.push({ from: progress.firstFailure ?? index, to: null });
}
