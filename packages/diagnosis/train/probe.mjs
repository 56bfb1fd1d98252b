/**
 * Shows what each feature means by its values in the invented logs in the folder `probe`. A log is compared with the
 * log of the same name that ends in `.passing.txt`, if there is one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBaseline } from '../dist/baseline.js';
import { contextOf } from '../dist/candidate-context.js';
import { findCandidates } from '../dist/candidates.js';
import { confidenceInputs } from '../dist/confidence.js';
import { examine, extendPastBy } from '../dist/diagnose.js';
import { describeCandidate } from '../dist/features.js';
import { fileCandidates } from '../dist/file-features.js';
import { fileInputs } from '../dist/file-rank.js';
import { hashLine } from '../dist/line-hash.js';
import { WEIGHT } from '../dist/matcher.js';
import { subjectTest } from '../dist/subject.js';

const FOLDER = join(import.meta.dirname, 'probe');
const PASSING = '.passing.txt';
/** In a long log, a line's position counts, and frequent names do not. */
const LONG = 'moored at the_old_lighthouse\n'.repeat(160);
/** The last digits of a logarithm differ between processors. */
const DECIMALS = 6;

/** Invented forms, one or two for every line, so that a new or improved form in the engine changes nothing here. */
const FORMS = [
  { id: 'word', weight: WEIGHT.word, category: 'unknown' },
  { id: 'tool', weight: WEIGHT.tool, category: 'lint' },
  { id: 'decisive', weight: WEIGHT.decisive, category: 'test', ending: true },
];
const GROUPS = [{}, { file: 'boat.c' }, {}, { test: 'moors' }, {}];

/** Every line, and lines as far apart as those in one block and in two. */
const STEPS = [1, 5, 6];

const LINE_INPUTS = [
  'share',
  'rival',
  'vague',
  'decisive',
  'in_failed_step',
  'failed',
  'candidates',
  'heading',
  'support',
  'favorite',
];
const FILE_INPUTS = ['share', 'declared', 'in_place', 'test', 'outside'];

/** A digest of the values of each feature and each curve input, by name. */
export function probe() {
  const values = {
    lineFeatures: new Map(),
    fileFeatures: new Map(),
    lineInputs: new Map(),
    fileInputs: new Map(),
  };
  const note = (section, name, value) => {
    const list = values[section].get(name) ?? [];
    values[section].set(name, list);
    list.push(value);
  };
  for (const { log, known } of probes()) {
    const found = examine(log, known);
    for (const step of STEPS) describeLines(found, step, note);
    describeFiles(found, note);
  }
  const digests = (map) => new Map([...map].map(([name, list]) => [name, digestOf(list)]));
  return Object.fromEntries(Object.entries(values).map(([section, map]) => [section, digests(map)]));
}

const printed = (at, value) => `${at}:${value.toFixed(DECIMALS)}`;

const digestOf = (list) => createHash('sha256').update(list.join(' ')).digest('hex').slice(0, 8);

function probes() {
  const read = (name) => readFileSync(join(FOLDER, name), 'utf8');
  const names = readdirSync(FOLDER).sort();
  const failing = names.filter((name) => !name.endsWith(PASSING));
  const logs = failing.map((name) => {
    const passing = name.replace(/\.txt$/, PASSING);
    return { log: read(name), known: names.includes(passing) ? knownFrom(read(passing)) : {} };
  });
  return [...logs, { log: LONG, known: {} }];
}

/** The passing build is also the job's past, one of its lines was refused, and another one confirmed. */
function knownFrom(passing) {
  const [refused, confirmed] = passing.split('\n').filter((line) => line !== '');
  return {
    baseline: buildBaseline(passing),
    past: extendPastBy(null, { id: 1, log: passing }),
    lessons: { confirmed: [{ line: hashLine(confirmed), form: 'tool' }], refused: [hashLine(refused)] },
  };
}

function describeLines({ setting }, step, note) {
  const { lines, outcome } = setting;
  const candidates = findCandidates(hitsOn(lines, step), setting).toSorted((a, b) => a.index - b.index);
  const context = contextOf(candidates, setting);
  for (const candidate of candidates) {
    describeCandidate(candidate, context, (name, value) =>
      note('lineFeatures', name, printed(candidate.index, value)),
    );
  }
  const ranked = candidates.map((candidate, at) => ({ ...candidate, share: 0.5 ** (at + 1) }));
  for (const key of [...ranked, { ...ranked[0], heading: ranked[0] }]) {
    const others = ranked.filter(({ index }) => index !== key.index);
    const inputs = confidenceInputs([key, ...others], outcome, {
      textOf: ({ index }) => lines[index].text,
      supportOf: (form) => form.length,
    });
    for (const [at, input] of inputs.entries()) {
      note('lineInputs', LINE_INPUTS[at] ?? `input_${at}`, printed(key.index, input));
    }
  }
}

function hitsOn(lines, step) {
  const chosen = lines.flatMap((_, index) => (index % step === 0 ? [index] : []));
  return chosen.flatMap((index, at) =>
    FORMS.slice(at % 2, 2).map((_, other) => ({
      index,
      matcher: FORMS[(at + other) % FORMS.length],
      groups: GROUPS[at % GROUPS.length],
    })),
  );
}

function describeFiles({ setting: { lines }, candidates }, note) {
  const found = fileCandidates(candidates, lines, subjectTest(candidates, lines));
  const files = found.map((file, at) => ({ ...file, score: -at }));
  for (const [at, file] of files.entries()) {
    file.describe((name, value) => note('fileFeatures', name, printed(at, value)));
    for (const [number, input] of fileInputs(file, files).entries()) {
      note('fileInputs', FILE_INPUTS[number] ?? `input_${number}`, printed(at, input));
    }
  }
}
