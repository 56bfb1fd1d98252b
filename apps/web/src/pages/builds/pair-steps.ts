import type { ConsoleBuildDetail } from '@slipway/contracts';
import { placeSteps } from './place-steps.js';

/** A step of one build: its state, and how long it took if that is known. */
export interface ComparedStep {
  readonly status: string;
  readonly seconds: number | null;
}

/** A step in both builds; null in the build that does not have it. */
export interface StepPair {
  readonly name: string;
  readonly before: ComparedStep | null;
  readonly after: ComparedStep | null;
}

type Stepped = Pick<ConsoleBuildDetail, 'started_at' | 'finished_at' | 'is_stale' | 'steps'>;

/** Pairs the steps of two builds by name, in the order of the later build; removed steps come last. */
export function pairSteps(before: Stepped, after: Stepped, now: number): StepPair[] {
  const [earlier, later] = [before, after].map((build) => stepsByName(build, now));
  const names = new Set([...(later?.keys() ?? []), ...(earlier?.keys() ?? [])]);
  return [...names].map((name) => ({
    name,
    before: earlier?.get(name) ?? null,
    after: later?.get(name) ?? null,
  }));
}

function stepsByName(build: Stepped, now: number): Map<string, ComparedStep> {
  return new Map(placeSteps(build, now).steps.map(({ name, status, seconds }) => [name, { status, seconds }]));
}
