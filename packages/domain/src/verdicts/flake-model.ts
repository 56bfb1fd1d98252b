import { branchOf, type TestRun, type Touched } from './test-run.js';

/** What is usual in a project. It decides how much evidence a verdict needs. */
export interface ProjectPrior {
  /** The share of tests that are flaky. */
  readonly flakyShare: number;
  /** How likely the changes between two runs are to break a given test. */
  readonly breakChance: number;
}

export const USUAL_PROJECT: ProjectPrior = { flakyShare: 0.12, breakChance: 0.002 };

/** How often an attempt may fail on good code. The first is the rate of a solid test: nothing is perfect. */
const RATES = Float64Array.of(0.0002, 0.004, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.55);
const COUNT = RATES.length;
/** How likely a test is to get another rate before a run: someone repairs it, or makes it flaky. Old runs fade by this. */
const RATE_CHANGE = 0.001;
/** Breaks that only fail sometimes exist, but few. */
const BROKEN_RATE = 0.92;
/** A flake whose cause persists fails the retry as well. */
const STICKY_FLAKE = 0.3;
/** Disks fill up and devices hang for a few runs, without failing most of the suite. */
const OUTAGE = { start: 0.0004, end: 0.35, rate: 0.5, retryRate: 0.8 } as const;
/** Changes near the test break it more often than usual, others less often. */
const BREAK_FACTOR: Readonly<Record<Touched, number>> = { near: 15, unknown: 1, far: 0.4 };
const FIX_CHANCE: Readonly<Record<Touched, number>> = { near: 0.3, unknown: 0.15, far: 0.08 };
/** New tests, and the changes of a new branch, are broken more often than what has been merged. */
const NEW_TEST_BROKEN = 0.1;
const NEW_BRANCH_BROKEN = 0.03;

interface BranchBelief {
  revision: string;
  /** For each rate, how likely the newest revision is to be broken. */
  readonly broken: Float64Array;
  /** Over all rates. */
  meanBroken: number;
}

/**
 * A hidden Markov model. The test fails on good code at one of `RATES`, the same on every branch; on each branch, every
 * revision may break or fix it; and there are outages.
 */
export interface FlakeModel {
  readonly project: ProjectPrior;
  /** The branch from which new branches start. */
  readonly trunk: string;
  readonly prior: Float64Array;
  /** How likely each rate is after the runs so far. */
  readonly rates: Float64Array;
  /** For each rate, how likely there is an outage. */
  readonly outage: Float64Array;
  meanOutage: number;
  readonly branches: Map<string, BranchBelief>;
  /** Passes that have not been applied to `rates` yet. */
  pendingPasses: number;
}

export function createFlakeModel(project: ProjectPrior, trunk: string): FlakeModel {
  const prior = new Float64Array(COUNT).fill(project.flakyShare / (COUNT - 1));
  prior[0] = 1 - project.flakyShare;
  const outage = new Float64Array(COUNT);
  const rates = prior.slice();
  return { project, trunk, prior, rates, outage, meanOutage: 0, branches: new Map(), pendingPasses: 0 };
}

/** The probability that the test fails now and then on good code. */
export function flakyProbability({ rates }: FlakeModel): number {
  return 1 - at(rates, 0);
}

/** How often the test is expected to fail on good code. */
export function expectedRate({ rates }: FlakeModel): number {
  return rates.reduce((sum, weight, index) => sum + weight * at(RATES, index), 0);
}

/** Updates the model with a counted run, and returns the probability that its branch is broken. */
export function observe(model: FlakeModel, run: TestRun): number {
  const branch = model.branches.get(branchOf(run)) ?? startBranch(model, run);
  if (isPass(run) && branch.meanBroken < SETTLED && model.meanOutage < SETTLED) {
    settle(model, branch);
    branch.revision = run.revision;
    model.pendingPasses += 1;
    if (model.pendingPasses === MAX_PENDING) applyPasses(model);
    return branch.meanBroken;
  }
  applyPasses(model);
  if (branch.revision !== run.revision) advance(model, branch, run);
  branch.revision = run.revision;
  weigh(model, branch, run);
  return branch.meanBroken;
}

/** The pass proves that the revision is good and no outage goes on. */
function settle(model: FlakeModel, branch: BranchBelief): void {
  if (branch.meanBroken > 0) branch.broken.fill(0);
  if (model.meanOutage > 0) model.outage.fill(0);
  branch.meanBroken = 0;
  model.meanOutage = 0;
}

/** Applies what `observe` has put off. */
export function applyPasses(model: FlakeModel): void {
  const { rates, prior, pendingPasses } = model;
  if (pendingPasses === 0) return;
  let total = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const weight = at(rates, index) * at(PASSES, pendingPasses * COUNT + index);
    rates[index] = weight;
    total += weight;
  }
  const changed = RATE_CHANGE * pendingPasses;
  for (let index = 0; index < COUNT; index += 1)
    rates[index] = (at(rates, index) / total) * (1 - changed) + at(prior, index) * changed;
  model.pendingPasses = 0;
}

/** Below this, a pass ends the belief in a break or an outage, and only speaks for low rates. */
const SETTLED = 0.01;
const MAX_PENDING = 16;
/** The likelihoods of up to so many passes, for each rate. */
const PASSES = Float64Array.from(
  { length: (MAX_PENDING + 1) * COUNT },
  (_, index) => (1 - at(RATES, index % COUNT)) ** Math.floor(index / COUNT),
);

const isPass = ({ outcomes }: TestRun) => outcomes.length === 1 && outcomes[0] === 'passed';

/** The newest revision of a new branch is that of the trunk with changes of its own. */
function startBranch({ branches, trunk }: FlakeModel, run: TestRun): BranchBelief {
  const origin = branches.get(trunk);
  const broken = origin?.broken.slice() ?? new Float64Array(COUNT).fill(NEW_TEST_BROKEN);
  const breaks = origin === undefined || origin.revision === run.revision ? 0 : NEW_BRANCH_BROKEN;
  for (let index = 0; index < COUNT; index += 1) broken[index] = at(broken, index) * (1 - breaks) + breaks;
  const branch = { revision: run.revision, broken, meanBroken: 1 };
  branches.set(branchOf(run), branch);
  return branch;
}

/** The changes since the previous revision may have broken or fixed the test. */
function advance({ project }: FlakeModel, { broken }: BranchBelief, { touched }: TestRun): void {
  const breaks = Math.min(project.breakChance * BREAK_FACTOR[touched], 0.5);
  const remains = 1 - FIX_CHANCE[touched];
  for (let index = 0; index < COUNT; index += 1) {
    const before = at(broken, index);
    broken[index] = before * remains + (1 - before) * breaks;
  }
}

/** Bayes' rule for every rate: the run came from broken code, from an outage, or from good code at that rate. */
function weigh(model: FlakeModel, branch: BranchBelief, run: TestRun): void {
  const { rates, outage } = model;
  const { broken } = branch;
  const ifBroken = likelihoodOf(run, BROKEN_RATE, BROKEN_RATE);
  const ifOutage = likelihoodOf(run, OUTAGE.rate, OUTAGE.retryRate);
  const ifGood = likelihoodsOf(run);
  let total = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const isOut = at(outage, index) * (1 - OUTAGE.end) + (1 - at(outage, index)) * OUTAGE.start;
    const bad = at(broken, index) * ifBroken;
    const good = 1 - at(broken, index);
    const out = good * isOut * ifOutage;
    const both = bad + out + good * (1 - isOut) * at(ifGood, index);
    broken[index] = bad / both;
    outage[index] = (isOut * bad + out) / both;
    rates[index] = at(rates, index) * both;
    total += at(rates, index);
  }
  forget(model, branch, total);
}

/** The likelihood of a run on good code, for each rate. */
function likelihoodsOf(run: TestRun): Float64Array {
  if (run.outcomes.length === 1) return run.outcomes[0] === 'failed' ? RATES : ONE_PASS;
  return RATES.map((rate) => likelihoodOf(run, rate, STICKY_FLAKE + (1 - STICKY_FLAKE) * rate));
}

const ONE_PASS = RATES.map((rate) => 1 - rate);

/** The likelihood of the attempts if the first, or one after a pass, fails at one rate, and retries at another. */
function likelihoodOf({ outcomes }: TestRun, rate: number, retryRate: number): number {
  let likelihood = 1;
  let failRate = rate;
  for (const outcome of outcomes) {
    if (outcome === 'skipped') continue;
    likelihood *= outcome === 'failed' ? failRate : 1 - failRate;
    failRate = outcome === 'failed' ? retryRate : rate;
  }
  return likelihood;
}

/** Normalizes the rates, and mixes in the prior, since the rate may have changed. */
function forget(model: FlakeModel, branch: BranchBelief, total: number): void {
  const { rates, prior, outage } = model;
  const { broken } = branch;
  let [meanBroken, meanOutage] = [0, 0];
  for (let index = 0; index < COUNT; index += 1) {
    rates[index] = at(rates, index) / total;
    meanBroken += at(rates, index) * at(broken, index);
    meanOutage += at(rates, index) * at(outage, index);
  }
  for (let index = 0; index < COUNT; index += 1) {
    const kept = at(rates, index) * (1 - RATE_CHANGE);
    const weight = kept + at(prior, index) * RATE_CHANGE;
    const share = kept / weight;
    rates[index] = weight;
    broken[index] = share * at(broken, index) + (1 - share) * meanBroken;
    outage[index] = share * at(outage, index) + (1 - share) * meanOutage;
  }
  branch.meanBroken = meanBroken;
  model.meanOutage = meanOutage;
}

/** An element that exists: the compiler cannot know that the arrays are as long as `RATES`. */
function at(numbers: Float64Array, index: number): number {
  return numbers[index] as number;
}
