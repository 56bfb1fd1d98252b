/** Compares verdicts with the truth. */

/** In runs. */
export const WINDOWS = [50, 100, 200, 400];

/** Adds to a table of counts and returns a share when asked: `[right, of]`. */
export class Shares {
  #rows = new Map();

  add(row, isRight) {
    const [right, of] = this.#rows.get(row) ?? [0, 0];
    this.#rows.set(row, [right + (isRight ? 1 : 0), of + 1]);
  }

  get(row) {
    return this.#rows.get(row) ?? [0, 0];
  }

  rows() {
    return [...this.#rows.keys()];
  }
}

export const isFlagged = (verdict) =>
  verdict !== null &&
  (verdict.state === 'flaky' || (verdict.state === 'broken' && verdict.previously === 'flaky'));

const isMain = ({ run }) => run !== null && run.branch === 'main';
const isCounted = ({ run }) =>
  run !== null && !run.isInfrastructure && run.outcomes.some((outcome) => outcome !== 'skipped');

/** The steps at which something begins. */
export function beginnings(steps, holds) {
  return steps.filter((step, index) => holds(step) && (index === 0 || !holds(steps[index - 1])));
}

/** How many counted runs a planted flake had until a step, and whether it lasted for so many. */
export function runsOfFlake(steps, { from, to }) {
  return steps.filter((step) => step.index >= from && step.index < to && isCounted(step));
}

/** For each break of the trunk that was seen: the counted runs of the trunk during it. */
export function observedBreaks(steps, breaks, suiteRuns) {
  return breaks
    .map((each) => ({
      each,
      runs: steps.filter(
        (step) =>
          isMain(step) &&
          isCounted(step) &&
          suiteRuns[step.index].number >= each.from &&
          suiteRuns[step.index].number < each.to,
      ),
    }))
    .filter(({ runs }) => runs.length > 0);
}

export const CONFUSION_STATES = ['passing', 'flaky', 'broken', 'fixed', 'other'];

export function truthOf({ isFlaky, isBroken }) {
  if (isBroken) return isFlaky ? 'broken, flaky' : 'broken';
  return isFlaky ? 'flaky' : 'good';
}

export function stateOf({ verdict }) {
  return CONFUSION_STATES.includes(verdict.state) ? verdict.state : 'other';
}

/** Reliability: bins of the stated probability with the share that was true, and the expected calibration error. */
export function calibrationOf(samples) {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, stated: 0, right: 0 }));
  for (const { stated, isTrue } of samples) {
    const bin = bins[Math.min(9, Math.floor(stated * 10))];
    bin.count += 1;
    bin.stated += stated;
    bin.right += isTrue ? 1 : 0;
  }
  const error =
    bins.reduce((sum, { stated, right }) => sum + Math.abs(stated - right), 0) / Math.max(1, samples.length);
  return { bins, error, count: samples.length };
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
