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

const projects = Number(values.projects);
const seedsFrom = (first) => Array.from({ length: projects }, (_, index) => first + index);
const TUNING_SEED = 1;
const REPORT_SEED = 100_001;

const tuned = collect(seedsFrom(TUNING_SEED));
const found = values.tune ? tuned : collect(seedsFrom(REPORT_SEED));
process.stdout.write(`${report(found, chooseRules(tuned))}\n`);
