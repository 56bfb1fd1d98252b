import { MAX_DURATION_SECONDS, shownStepStatus } from '@slipway/contracts';

interface Step {
  readonly name: string;
  readonly status: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

interface SteppedBuild {
  readonly is_stale: boolean;
  readonly finished_at: string | null;
  readonly steps: readonly Step[];
}

/** A step of one build: its state, and how long it took if that is known. */
export interface ComparedStep {
  readonly status: string;
  readonly seconds: number | null;
}

/** A step in both builds; null in the build that does not have it. */
export interface StepPair {
  readonly name: string;
  readonly earlier: ComparedStep | null;
  readonly later: ComparedStep | null;
}

/** Pairs the steps of two builds by name, in the order of the later build; removed steps come last. */
export function pairSteps(earlier: SteppedBuild, later: SteppedBuild, now: number): StepPair[] {
  const before = stepsByName(earlier, now);
  const after = stepsByName(later, now);
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].map((name) => ({
    name,
    earlier: before.get(name) ?? null,
    later: after.get(name) ?? null,
  }));
}

function stepsByName(build: SteppedBuild, now: number): Map<string, ComparedStep> {
  const isRunning = build.finished_at === null && !build.is_stale;
  return new Map(
    build.steps.map((step) => [
      step.name,
      { status: shownStepStatus(build, step.status), seconds: secondsOf(step, isRunning ? now : null) },
    ]),
  );
}

function secondsOf({ started_at: from, finished_at: to }: Step, now: number | null): number | null {
  const end = to === null ? now : Date.parse(to);
  if (from === null || end === null) return null;
  const seconds = Math.max(0, end - Date.parse(from)) / 1_000;
  return seconds > MAX_DURATION_SECONDS ? null : seconds;
}
