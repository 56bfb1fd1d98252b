import { randomFrom } from '../verdicts/random.mjs';

export const FLAKE_RATES = [0, 0.01, 0.02, 0.05, 0.1, 0.2];
const CHANGES = { least: 2, most: 500 };
const WITHOUT_CULPRIT = 1 / 3;
/** How often a change that looks guilty, because it touches the right file, is. */
const HINTED = 0.6;
const HINT_WEIGHT = 10;
/** Of the other changes, how many look as guilty. */
const MISLEADING = 0.05;

/**
 * A range of changes after which a test failed for the first time. `breaks` is how often a run at a broken revision
 * fails; `hinted` gives the changes weights that point at the culprit more often than not.
 */
export function generateRange(seed, { flakeRate, breaks = 1, hinted = false }) {
  const random = randomFrom(seed);
  const count = Math.round(random.logUniform(CHANGES.least, CHANGES.most));
  const culprit = random.chance(WITHOUT_CULPRIT) ? null : random.int(0, count - 1);
  const isHinted = random.chance(HINTED);
  const weights = Array.from({ length: count }, (_, change) => {
    if (!hinted) return 1;
    return (change === culprit ? isHinted : random.chance(MISLEADING)) ? HINT_WEIGHT : 1;
  });
  const runsBefore = random.int(20, 400);
  let failures = 0;
  for (let run = 0; run < runsBefore; run += 1) if (random.chance(flakeRate)) failures += 1;
  return {
    count,
    culprit,
    weights,
    history: { failures, passes: runsBefore - failures },
    /** Whether one more run passes that contains the changes before `position`. */
    run: (position) =>
      !random.chance(culprit !== null && position > culprit ? Math.max(breaks, flakeRate) : flakeRate),
  };
}
