/**
 * The simple rules of others, on the same runs; recognized infrastructure runs are left out for them, too. Each gets the
 * window and the limit that did best on the seeds for tuning.
 */
const hasFailed = ({ outcomes }) => outcomes.at(-1) === 'failed';
const hasRetried = ({ outcomes }) => outcomes.includes('failed') && outcomes.includes('passed');

function hasBothOutcomes(runs) {
  const failed = new Set(runs.filter((run) => run.outcomes.includes('failed')).map(({ revision }) => revision));
  return failed.size > 0 && runs.some((run) => run.outcomes.includes('passed') && failed.has(run.revision));
}

const transitions = (runs) =>
  runs.filter((run, index) => index > 0 && hasFailed(run) !== hasFailed(runs[index - 1])).length;

const passedOnRetry = (window) => ({
  name: 'passed on retry',
  isFlaky: (runs) => runs.slice(-window).some(hasRetried),
});
const bothOutcomes = (window) => ({
  name: 'both outcomes at one revision',
  isFlaky: (runs) => hasBothOutcomes(runs.slice(-window)),
});
const flips = (window, limit) => ({
  name: `transitions ÷ window ≥ ${limit} (last ${window})`,
  isFlaky: (runs) => runs.length > 1 && transitions(runs.slice(-window)) / window >= limit,
});
const failedOften = (count, window) => ({
  name: `failed ${count} of the last ${window}, and passed`,
  isFlaky: (runs) => {
    const last = runs.slice(-window);
    const failures = last.filter(hasFailed).length;
    return failures >= count && failures < last.length;
  },
});

/** The candidates of each family. */
export const FLAKY_RULES = [
  [50, 200, 500].map(passedOnRetry),
  [50, 200, 500].map(bothOutcomes),
  [50, 100, 200].flatMap((window) => [0.02, 0.04, 0.08, 0.12].map((limit) => flips(window, limit))),
  [50, 100, 200].flatMap((window) => [2, 3, 5].map((count) => failedOften(count, window))),
];

/** The newest runs of the trunk failed without a pass. */
const failedInARow = (count) => ({
  name: `last ${count === 1 ? 'run' : `${count} runs`} failed`,
  isBroken: (runs) => runs.length > count && runs.slice(-count).every(hasFailed),
});

export const BROKEN_RULES = [1, 2, 3].map(failedInARow);
