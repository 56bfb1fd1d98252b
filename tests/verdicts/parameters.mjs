/** What the generated projects are like. The judge knows none of these figures. */
export const PARAMETERS = {
  /** Runs of the suite in a project, on all branches. */
  suiteRuns: 520,
  testsPerProject: 40,
  variants: ['Win64', 'PS5'],
  /** For `isInfrastructureRun`. */
  suiteTests: 2000,
  runsPerDay: [3, 14],

  /** How many times a failed test is retried within the run. */
  retries: { 0: 0.55, 1: 0.25, 2: 0.2 },
  /** Whether a revision runs more than once: never, every night, or often after a failure. */
  repeats: { never: 0.4, nightly: 0.3, onDemand: 0.3 },
  repeatedShare: 0.12,
  branchRunShare: { 0: 0.4, 0.2: 0.3, 0.5: 0.3 },
  runsPerBranch: [1, 6],
  brokenBranchShare: 0.03,
  orderKnownShare: 0.5,
  touchesKnownShare: 0.6,
  /** Where touches are known: for changes that do nothing to the test, and for those that break or fix it. */
  touchesOfOthers: { near: 0.04, far: 0.86, unknown: 0.1 },
  touchesOfCauses: { near: 0.75, far: 0.15, unknown: 0.1 },

  /** Per attempt: disks, networks, machines. Nobody plants these failures, and none is a flake. */
  strayFailures: 0.0002,
  infrastructure: { eventsPer100Runs: 0.6, runs: [1, 4], shares: { 0.3: 0.15, 0.45: 0.1, 0.7: 0.2, 0.95: 0.55 } },
  infrastructureOneFingerprintShare: 0.6,
  /** Days on which one of the devices fails many tests. */
  devices: [2, 5],
  badDeviceShare: 0.25,
  badDevice: { runs: [15, 60], failureRate: 0.25, testShare: 0.3 },

  /** Differs between projects. */
  flakyShare: [0.05, 0.25],
  flakeRates: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4],
  flakeKinds: { steady: 0.5, bursty: 0.15, nightly: 0.1, device: 0.15, growing: 0.1 },
  flakeFromStartShare: 0.5,
  flakeFixedShare: 0.25,
  oneVariantShare: 0.4,
  /** How likely a flake that failed fails the retry, too, whatever its rate. */
  stickiness: [0, 0.6],
  unstableFingerprintShare: 0.1,

  /** Mean per test; differs between projects. */
  breaksPerTest: [0.15, 0.9],
  breakRevisions: { mean: 9, most: 80 },
  unsureBreakShare: 0.15,
  unsureBreakRate: [0.85, 0.97],
  /** The break is reverted at once, lands again, and breaks again. */
  relandedShare: 0.1,
  brokenWhenAddedShare: 0.1,

  addedShare: 0.12,
  removedShare: 0.05,
  /** Tests that only some runs contain. */
  sparse: { share: 0.05, presence: 0.3 },
  skippedRunShare: 0.003,

  durationMs: [5, 60_000],
  durationSpread: [0.04, 0.4],
  slowedShare: 0.08,
  slowedFactor: [1.5, 4],
  /** All tests take longer on slow machines, for some runs at a time. */
  slowMachines: { share: 0.1, factor: 1.35, runs: [1, 25] },
};
