/** What a planted test reports on one variant, and what is true of it at each run. */
import { PARAMETERS } from './parameters.mjs';

const MEAN_BURST = 8;
const BURST_RATE = 0.5;
const NIGHT_SHARE = 0.25;

/** For each run of the suite: the run of the test, null if it was absent, and the truth. */
export function makeHistory(random, { project, suiteRuns, test, variant }) {
  const flakeRates = flakeRatesOf(random, { project, suiteRuns, test, variant });
  const newest = new Map();
  let trunkNumber = 0;
  return suiteRuns.map((suiteRun, index) => {
    if (suiteRun.branch === 'main') trunkNumber = suiteRun.number;
    const truth = {
      isFlaky: isFlakeActive(test, variant, index) || isInBadTime(project, test, index),
      hasFlaked: index >= (test.flake?.from ?? Number.POSITIVE_INFINITY) && isFlakeOf(test, variant),
      isBroken: breakAt(test.breaks, trunkNumber) !== null,
      isSlowed: test.slowed !== null && index >= test.slowed.from,
      isRemoved: index >= test.removed,
    };
    const isPresent = index >= test.added && index < test.removed && random.chance(test.presence);
    if (!isPresent) return { run: null, truth };
    const touched = touchedBy(random, { project, test, suiteRun, previous: newest.get(suiteRun.branch) });
    newest.set(suiteRun.branch, suiteRun);
    const results = executeAttempts(random, { project, suiteRun, test, index, flakeRate: flakeRates[index] });
    return { run: toTestRun(random, { suiteRun, test, index, touched, results }), truth };
  });
}

const isFlakeOf = ({ flake }, variant) => flake !== null && (flake.variant ?? variant) === variant;

const isFlakeActive = (test, variant, index) =>
  isFlakeOf(test, variant) && index >= test.flake.from && index < test.flake.to;

const isInBadTime = ({ badDevice }, { suffersFromBadDevice }, index) =>
  suffersFromBadDevice && badDevice !== null && index >= badDevice.from && index < badDevice.to;

const breakAt = (breaks, number) => breaks.find(({ from, to }) => number >= from && number < to) ?? null;

/** For each run of the suite, how likely an attempt is to fail on good code. */
function flakeRatesOf(random, { project, suiteRuns, test, variant }) {
  if (!isFlakeOf(test, variant)) return suiteRuns.map(() => 0);
  const { flake } = test;
  const rateIn = RATES_BY_KIND[flake.kind](random, { flake, devices: project.devices, runs: suiteRuns.length });
  return suiteRuns.map((suiteRun, index) =>
    isFlakeActive(test, variant, index) ? Math.min(0.9, rateIn(suiteRun, index)) : 0,
  );
}

const RATES_BY_KIND = {
  steady:
    (_, { flake }) =>
    () =>
      flake.rate,
  nightly:
    (_, { flake }) =>
    ({ isNight }) =>
      isNight ? flake.rate / NIGHT_SHARE : 0,
  device:
    (_, { flake, devices }) =>
    ({ device }) =>
      device === flake.device ? flake.rate * devices : 0,
  growing:
    (_, { flake: { rate, from }, runs }) =>
    (_run, index) =>
      (2 * rate * (index - from)) / (runs - from),
  bursty(random, { flake }) {
    const share = Math.min(0.8, flake.rate / BURST_RATE);
    let isBurst = false;
    return () => {
      isBurst = isBurst ? !random.chance(1 / MEAN_BURST) : random.chance(share / (1 - share) / MEAN_BURST);
      return isBurst ? BURST_RATE : 0;
    };
  },
};

/** What breaks the test in the code of a run, of the trunk or of the branch itself. */
function causeOf(test, { branch, number, own }) {
  const ofBranch = test.brokenBranches.get(branch);
  if (ofBranch !== undefined && own >= ofBranch.from && own < ofBranch.to) return ofBranch;
  return breakAt(test.breaks, number);
}

function touchedBy(random, { project, test, suiteRun, previous }) {
  if (!project.areTouchesKnown || previous === undefined) return 'unknown';
  const isCause = causeOf(test, suiteRun) !== causeOf(test, previous);
  return random.weighted(isCause ? PARAMETERS.touchesOfCauses : PARAMETERS.touchesOfOthers);
}

/** The attempts, with what made each one fail; null for a pass. */
function executeAttempts(random, { project, suiteRun, test, index, flakeRate }) {
  const cause = causeOf(test, suiteRun);
  const { infrastructure } = suiteRun;
  const isLost = infrastructure !== null && random.chance(infrastructure.share);
  const isOnBadDevice = isInBadTime(project, test, index) && suiteRun.device === 0;
  const attempts = [];
  let stuck = 0;
  do {
    const flake = Math.max(flakeRate, stuck);
    attempts.push(
      firstOf([
        isLost && 'lost',
        cause !== null && random.chance(cause.rate) && cause.fingerprint,
        random.chance(flake) && `flake-${random.int(1, test.flake?.fingerprints ?? 1)}`,
        isOnBadDevice && random.chance(PARAMETERS.badDevice.failureRate) && 'device',
        random.chance(PARAMETERS.strayFailures) && 'stray',
      ]),
    );
    stuck = flakeRate > 0 ? test.flake.stickiness : 0;
  } while (attempts.at(-1) !== null && attempts.length <= project.retries);
  return attempts;
}

const firstOf = (causes) => causes.find((cause) => cause !== false) ?? null;

function toTestRun(random, { suiteRun, test, index, touched, results }) {
  const failure = results.findLast((cause) => cause !== null) ?? null;
  const slowed = test.slowed !== null && index >= test.slowed.from ? test.slowed.factor : 1;
  const noise = Math.exp(test.spread * random.normal());
  const isSkipped = random.chance(PARAMETERS.skippedRunShare);
  return {
    at: suiteRun.at,
    revision: suiteRun.revision,
    order: suiteRun.order,
    branch: suiteRun.branch,
    outcomes: isSkipped ? ['skipped'] : results.map((cause) => (cause === null ? 'passed' : 'failed')),
    durationMs: test.durationMs * slowed * suiteRun.load * noise,
    fingerprint: failure === null ? null : fingerprintOf(random, { test, suiteRun, failure }),
    isInfrastructure: suiteRun.infrastructure?.isRecognized ?? false,
    touched,
  };
}

function fingerprintOf(random, { test, suiteRun, failure }) {
  if (failure === 'lost') return suiteRun.infrastructure.fingerprint ?? `lost-${random.int(1, 1000)}`;
  return test.hasUnstableFingerprint ? `any-${random.int(1, 1_000_000)}` : failure;
}
