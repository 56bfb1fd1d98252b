/**
 * `npm run tests:evaluate -- [--projects N] [--tune]` judges generated histories and prints how often the verdicts are
 * right. `--tune` uses the seeds that the judge's constants were chosen with instead of the others.
 */
import { parseArgs } from 'node:util';
import { createProgress } from '../../infra/progress.mjs';
import { prepareCode } from '../../infra/toolchain.mjs';

const { values } = parseArgs({
  options: { projects: { type: 'string', default: '60' }, tune: { type: 'boolean' } },
});
await prepareCode({ log: createProgress() });
const { collect } = await import('./collect.mjs');
const { chooseRules, report } = await import('./report.mjs');
const { collectSteady } = await import('./steady.mjs');

const seedsFrom = (first, count) => Array.from({ length: count }, (_, index) => first + index);
const TUNING_SEED = 1;
const REPORT_SEED = 100_001;
/** Enough to choose the limits of the simple rules. */
const TUNING_PROJECTS = 20;

const rules = chooseRules(collect(seedsFrom(TUNING_SEED, TUNING_PROJECTS)));
const seeds = seedsFrom(values.tune ? TUNING_SEED : REPORT_SEED, Number(values.projects));
process.stdout.write(`${report({ found: collect(seeds), steady: collectSteady(seeds), rules })}\n`);
