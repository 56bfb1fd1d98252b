import { testSeed } from './environment.js';

/** The number of runs of a property, with the same examples in every test run. */
export function runs(numRuns: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns, seed: testSeed() };
}
