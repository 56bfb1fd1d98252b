/** How often runs fail, as far as it is known: a Beta distribution. */
export interface FailureRate {
  readonly failures: number;
  readonly passes: number;
}

/** The logarithm of how likely so many failed and passed runs are. */
export type Likelihood = (failed: number, passed: number) => number;

/** Of a mixture of rates, each with its share, for up to so many runs. */
export function likelihoodOf(
  mixture: readonly (readonly [share: number, rate: FailureRate])[],
  runs: number,
): Likelihood {
  const parts = mixture.map(([share, rate]) => ({ share, likelihood: likelihoodOfRate(rate, runs + 1) }));
  return (failed, passed) =>
    Math.log(parts.reduce((sum, { share, likelihood }) => sum + share * Math.exp(likelihood(failed, passed)), 0));
}

/** How likely the next run is to fail after some others. */
export function chanceOfFailure(likelihood: Likelihood, failed: number, passed: number): number {
  return Math.exp(likelihood(failed + 1, passed) - likelihood(failed, passed));
}

/** Cumulative logarithms make the likelihood of any number of runs three lookups. */
function likelihoodOfRate({ failures, passes }: FailureRate, runs: number): Likelihood {
  const [failed, passed, all] = [failures, passes, failures + passes].map((first) => cumulativeLogs(first, runs));
  return (failedRuns, passedRuns) =>
    at(failed, failedRuns) + at(passed, passedRuns) - at(all, failedRuns + passedRuns);
}

function cumulativeLogs(first: number, count: number): Float64Array {
  const sums = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) sums[index + 1] = at(sums, index) + Math.log(first + index);
  return sums;
}

const at = (sums: Float64Array | undefined, index: number) => sums?.[index] as number;
