/** The tables of an evaluation. */
import { describeVerdict, judge } from '@slipway/domain';
import { CONFUSION_STATES, calibrationOf, quantile, WINDOWS } from './measure.mjs';
import { PARAMETERS } from './parameters.mjs';
import { BROKEN_RULES, FLAKY_RULES } from './rules.mjs';
import { POLICIES } from './steady.mjs';

const fixed = (share) => (Number.isFinite(share) ? share.toFixed(3).replace(/^0/, '') : '–');
const shareOf = ([right, of]) => (of === 0 ? '–' : fixed(right / of));
const withCount = ([right, of]) => `${shareOf([right, of])} (${of})`;

function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function recallTable({ shares }, title, prefix, keys) {
  const cells = (key) => WINDOWS.map((window) => withCount(shares.get(`${prefix} ${key} within ${window}`)));
  return table(
    [title, ...WINDOWS.map((window) => `${window} runs`)],
    keys.map((key) => [key, ...cells(key)]),
  );
}

function steadyTable(steady, policy) {
  const cells = (rate) => WINDOWS.map((window) => withCount(steady.get(`${policy}, ${rate}, ${window}`)));
  return table(
    [`steady flakes found; ${policy}`, ...WINDOWS.map((window) => `${window} runs`)],
    PARAMETERS.flakeRates.map((rate) => [rate, ...cells(rate)]),
  );
}

/** The best candidate of each family, by F1 on the seeds for tuning. */
export function chooseRules({ shares }) {
  const score = ({ name }) => {
    const [right, of] = shares.get(`first flag ${name}`);
    const [found, all] = shares.get(`recall ${name}`);
    const [precision, recall] = [right / of, found / all];
    return (2 * precision * recall) / (precision + recall) || 0;
  };
  return FLAKY_RULES.map((family) => family.toSorted((a, b) => score(b) - score(a))[0].name);
}

function sideBySide({ shares }, rules) {
  const rows = ['Slipway', ...rules].map((name) => [
    name,
    withCount(shares.get(`first flag ${name}`)),
    shareOf(shares.get(`recall ${name}`)),
    shareOf(shares.get(`recall at 2 % ${name}`)),
    shareOf(shares.get(`recall at 2 %, no retries ${name}`)),
  ]);
  return table(['flaky, by', 'precision', 'recall, all rates', 'at 2 %', 'at 2 %, no retries'], rows);
}

function breakTable({ shares }) {
  const row = (name, kind) => [
    name,
    ...[1, 2, 3, 5].map((within) => withCount(shares.get(`${kind} within ${within}`))),
  ];
  return table(
    ['breaks found within', '1 run', '2 runs', '3 runs', '5 runs'],
    [
      row('solid tests', 'break of solid'),
      row('flaky tests', 'break of flaky'),
      row('solid tests, break fails 85–97 %', 'unsure break of solid'),
    ],
  );
}

function confusionTable({ shares }) {
  const truths = ['good', 'flaky', 'broken', 'broken, flaky'];
  const rows = truths.map((truth) => {
    const counts = CONFUSION_STATES.map((state) => shares.get(`${truth} as ${state}`)[1]);
    const all = counts.reduce((sum, count) => sum + count, 0);
    return [truth, ...counts.map((count) => fixed(count / all)), String(all)];
  });
  return table(['truth, share of runs', ...CONFUSION_STATES, 'runs'], rows);
}

function calibrationTable(samples) {
  const { bins, error, count } = calibrationOf(samples);
  const rows = bins.map((bin, index) => [
    `${fixed(index / 10)}–${fixed((index + 1) / 10)}`,
    fixed(bin.stated / bin.count),
    fixed(bin.right / bin.count),
    String(bin.count),
  ]);
  return `${table(['stated', 'mean stated', 'true', 'judgements'], rows)}\nExpected calibration error ${fixed(error)} of ${count} judgements.`;
}

const delay = (name, values) => [
  name,
  ...[0.5, 0.9].map((share) => quantile(values, share).toFixed(0)),
  String(values.length),
];

/** Microseconds for one judgement of 500 runs, one in 20 of which failed. */
function measureTime() {
  const history = Array.from({ length: 500 }, (_, index) => ({
    at: index * 3_600_000,
    revision: `r${index}`,
    order: null,
    branch: 'main',
    outcomes: [index % 20 === 7 ? 'failed' : 'passed'],
    durationMs: 1000 + ((index * 7919) % 97),
    fingerprint: null,
    isInfrastructure: false,
    touched: 'unknown',
  }));
  const context = { now: 500 * 3_600_000, branch: 'main', firstSeenAt: 0, suiteRuns: 500, suiteRunsSince: 0 };
  const time = (rounds) => {
    const start = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) judge(history, context);
    return process.cpuUsage(start).user / rounds;
  };
  time(2000);
  return Math.min(time(2000), time(2000), time(2000));
}

function examplesOf({ examples }) {
  const rows = [...examples].map(([state, { verdict, at }]) => [
    state,
    describeVerdict(verdict, { variant: 'PS5', revision: verdict.since?.revision ?? null, now: at }),
  ]);
  return table(['state', 'an example'], rows);
}

export function report({ found, steady, rules }) {
  const { shares, delays, days, samples } = found;
  const rates = PARAMETERS.flakeRates;
  return [
    `${found.histories} histories, ${found.judgements} judgements`,
    table(
      ['announcements', 'right'],
      [
        ['flaky', withCount(shares.get('flaky announced, or flaky before'))],
        ['flaky, and not repaired yet', withCount(shares.get('flaky announced'))],
        [
          'flaky, every infrastructure run recognized',
          withCount(shares.get('flaky announced, infrastructure recognized')),
        ],
        ['broken', withCount(shares.get('broken announced'))],
        [
          'broken, every infrastructure run recognized',
          withCount(shares.get('broken announced, infrastructure recognized')),
        ],
        ...BROKEN_RULES.map(({ name }) => [
          `broken, by “${name}”`,
          withCount(shares.get(`broken announced ${name}`)),
        ]),
        ['slower', withCount(shares.get('slow announced'))],
        ['silent', withCount(shares.get('silent announced'))],
      ],
    ),
    sideBySide(found, rules),
    ...Object.keys(POLICIES).map((policy) => steadyTable(steady, policy)),
    recallTable(found, 'all kinds of flakes', 'rate', rates),
    recallTable(found, 'by kind', 'kind', Object.keys(PARAMETERS.flakeKinds)),
    breakTable(found),
    table(
      ['runs until', 'median', 'nine in ten', 'cases'],
      [
        delay('flaky', delays.flaky),
        delay('flaky, in days', days.flaky),
        delay('broken, solid before', delays.broken),
        delay('broken, flaky before', delays.brokenFlaky),
        delay('fixed after a break', delays.fixed),
        delay('fixed after a flake', delays.unflagged),
        delay('silent', delays.silent),
      ],
    ),
    confusionTable(found),
    `Flaky, judgements after a failure\n${calibrationTable(samples.flakyAfterFailure)}`,
    `Flaky, all judgements\n${calibrationTable(samples.flaky)}`,
    `Broken, judgements after a failure of the trunk\n${calibrationTable(samples.broken)}`,
    table(
      ['slowdowns found within 50 runs', 'share'],
      shares
        .rows()
        .filter((row) => row.startsWith('slow found'))
        .toSorted()
        .map((row) => [row.replace('slow found, ', ''), withCount(shares.get(row))]),
    ),
    examplesOf(found),
    `One judgement of 500 runs takes ${measureTime().toFixed(0)} µs.`,
  ].join('\n\n');
}
