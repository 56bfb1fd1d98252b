/** How soon steady flakes of each rate are found, with and without retries and repeated revisions. */
import { makeHistory } from './history.mjs';
import { isFlagged, runsOfFlake, Shares, WINDOWS } from './measure.mjs';
import { PARAMETERS } from './parameters.mjs';
import { plantTest } from './planted-test.mjs';
import { randomFrom } from './random.mjs';
import { replay } from './replay.mjs';
import { makeProject, makeSuiteRuns } from './suite-runs.mjs';

const STEADY_FLAKE = {
  kind: 'steady',
  from: 0,
  to: Number.POSITIVE_INFINITY,
  variant: null,
  stickiness: 0.3,
  fingerprints: 1,
};

export const POLICIES = {
  'each revision once, no retries': { retries: 0, repeats: 'never' },
  'revisions repeated, no retries': { retries: 0, repeats: 'onDemand' },
  'one retry': { retries: 1, repeats: 'never' },
};

/** Everything but the flake and the policy of the project is generated as usual: breaks, branches, infrastructure. */
export function collectSteady(seeds) {
  const shares = new Shares();
  for (const seed of seeds)
    for (const [name, policy] of Object.entries(POLICIES))
      for (const rate of PARAMETERS.flakeRates) collectRate(shares, randomFrom(seed), { name, policy, rate });
  return shares;
}

function collectRate(shares, random, { name, policy, rate }) {
  const project = { ...makeProject(random), ...policy, badDevice: null };
  const suiteRuns = makeSuiteRuns(random, project);
  const flake = { ...STEADY_FLAKE, rate };
  const test = { ...plantTest(random, project, suiteRuns), flake, presence: 1 };
  const steps = replay(suiteRuns, makeHistory(random, { project, suiteRuns, test, variant: 'PS5' }));
  const runs = runsOfFlake(steps, flake);
  const first = runs.findIndex(({ verdict }) => isFlagged(verdict));
  for (const window of WINDOWS.filter((count) => count <= runs.length))
    shares.add(`${name}, ${rate}, ${window}`, first >= 0 && first < window);
}
