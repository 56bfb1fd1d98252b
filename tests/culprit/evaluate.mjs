/**
 * `npm run culprit:evaluate -- [--ranges N]` searches the culprit of generated ranges of changes and prints how often it
 * is right, wrongly accuses, and how many runs it needs, beside plain bisection.
 */
import { parseArgs } from 'node:util';
import { createProgress } from '../../infra/progress.mjs';
import { prepareCode } from '../../infra/toolchain.mjs';
import { FLAKE_RATES, generateRange } from './generate.mjs';
import { bisect, search } from './rules.mjs';

const { values } = parseArgs({ options: { ranges: { type: 'string', default: '1000' } } });
await prepareCode({ log: createProgress() });
const { searchCulprit } = await import('@slipway/domain');

const FIRST_SEED = 1;
const BUDGET = 60;
const METHODS = {
  'this service': (range) => search(range, { searchCulprit, budget: BUDGET }),
  'bisection, 1 retry': (range) => bisect(range, 1),
  'bisection, 3 retries': (range) => bisect(range, 3),
};

const share = (part, whole) => (whole === 0 ? '–' : (part / whole).toFixed(3).replace(/^0/, ''));

function measure(method, options) {
  const counts = { with: 0, right: 0, wrong: 0, without: 0, accused: 0, runs: 0, unsettled: 0 };
  for (let index = 0; index < Number(values.ranges); index += 1) {
    const range = generateRange(FIRST_SEED + index, options);
    const { accused, runs, end } = method(range);
    counts.runs += runs;
    if (end === 'unsettled') counts.unsettled += 1;
    if (range.culprit === null) {
      counts.without += 1;
      if (accused !== null) counts.accused += 1;
    } else {
      counts.with += 1;
      if (accused === range.culprit) counts.right += 1;
      else if (accused !== null) counts.wrong += 1;
    }
  }
  return counts;
}

function row(label, method, options) {
  const { with: of, right, wrong, without, accused, runs, unsettled } = measure(method, options);
  const cells = [
    label,
    share(right, of),
    share(wrong, of),
    share(accused, without),
    (runs / (of + without)).toFixed(1),
    share(unsettled, of + without),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = [
  '| right | wrong change | accused without a culprit | runs | unsettled |',
  '| --- | --- | --- | --- | --- | --- |',
];
const table = (first, rows) => [`| ${first} ${HEAD[0]}`, HEAD[1], ...rows, ''].join('\n');

const compared = Object.entries(METHODS).map(([name, method]) =>
  table(
    `${name}, flake rate`,
    FLAKE_RATES.map((flakeRate) => row(String(flakeRate), method, { flakeRate })),
  ),
);
const others = table('this service', [
  row('with hints, flake rate .02', METHODS['this service'], { flakeRate: 0.02, hinted: true }),
  row('the break fails 9 of 10 runs', METHODS['this service'], { flakeRate: 0.02, breaks: 0.9 }),
  row('the break fails 7 of 10 runs', METHODS['this service'], { flakeRate: 0.02, breaks: 0.7 }),
]);
process.stdout.write([...compared, others].join('\n'));
