import { testSeed } from './environment.js';

/** How often to run a property, with examples that are the same in every run of the tests. */
export function runs(numRuns: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns, seed: testSeed() };
}
