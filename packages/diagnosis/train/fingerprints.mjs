/**
 * `npm run diagnose:fingerprints -- [FOLDER] [--parts N]` measures whether two logs of one repository get the same
 * fingerprint exactly if they fail for the same reason. Lines are ranked with weights learned without the log's repository.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { categoryOf } from '../dist/category.js';
import { confidenceOf } from '../dist/confidence.js';
import { toolOf } from '../dist/diagnose.js';
import { fingerprintOf, isFingerprinted, normalizeMessage } from '../dist/fingerprint.js';
import { subjectOf } from '../dist/subject.js';
import { examplesOf } from './examples.mjs';
import { rankLinesHeldOut } from './held-out.mjs';
import { dataFolder, isLabelled, readRecords } from './records.mjs';

const namesTests = ({ truth }) => truth.failing_tests?.length > 0;
const isChosen = (record) => !record.truth.passing && (isLabelled(record) || namesTests(record));

// Labels mask every path, so that they stay the same when the rule of fingerprints changes.
const ANY_PATH = /(?:[A-Za-z]:)?[\w.@~+#-]{0,120}(?:[\\/][\w.@~+#-]{1,120}){1,60}[\\/]?/g;

/** The labeled cause of a log: its failing tests, and its first key line without what differs between builds. */
function labelOf({ record, lines }) {
  const { failing_tests: tests, key_lines: ranges } = record.truth;
  const number = ranges?.[0]?.[0];
  const line = lines.find((each) => each.number === number)?.text ?? '';
  const text = normalizeMessage(line).replace(ANY_PATH, 'PATH');
  return { tests: tests?.length > 0 ? [...tests].sort().join('\n') : null, text: text === '' ? null : text };
}

function fingerprintIn({ lines, outcome }, ranked) {
  const [key] = ranked;
  if (key === undefined) return null;
  const subject = subjectOf(ranked, lines, () => false);
  const isReport = key.hits.some(({ matcher }) => matcher.category === 'test');
  const category = categoryOf(ranked, lines, { outcome, isInTest: subject.test !== null && !isReport });
  if (!isFingerprinted(confidenceOf(ranked, { outcome, lines }))) return null;
  const tool = toolOf(key.hits[0].matcher);
  return fingerprintOf({ ...subject, category, tool, message: lines[key.index].text, job: '' });
}

/** All pairs of logs of one repository that are labeled in the same way. */
function pairsOf(logs) {
  const byRepository = new Map();
  for (const log of logs) byRepository.set(log.repository, [...(byRepository.get(log.repository) ?? []), log]);
  return [...byRepository.values()].flatMap((own) =>
    own.flatMap((a, at) => own.slice(at + 1).flatMap((b) => comparedPair(a, b))),
  );
}

function comparedPair(a, b) {
  const bothHave = (name) => a.label[name] !== null && b.label[name] !== null;
  if (!bothHave('tests') && !bothHave('text')) return [];
  const isSame = ['tests', 'text'].some((name) => bothHave(name) && a.label[name] === b.label[name]);
  const isFound = a.fingerprint !== null && a.fingerprint === b.fingerprint;
  return [{ half: a.half, repository: a.repository, isSame, isFound }];
}

const rate = (part, whole) => (whole === 0 ? 0 : part / whole);

function measure(pairs) {
  const same = pairs.filter(({ isSame }) => isSame).length;
  const found = pairs.filter(({ isFound }) => isFound).length;
  const right = pairs.filter(({ isSame, isFound }) => isSame && isFound).length;
  const repositories = new Set(pairs.map(({ repository }) => repository)).size;
  return {
    repositories,
    pairs: pairs.length,
    same,
    found,
    precision: rate(right, found),
    recall: rate(right, same),
  };
}

const { values, positionals } = parseArgs({ options: { parts: { type: 'string' } }, allowPositionals: true });
const folder = dataFolder(positionals[0], join(import.meta.dirname, '..', '..', '..'));
const parts = values.parts === undefined ? Number.POSITIVE_INFINITY : Number(values.parts);
const { examples, names } = examplesOf(readRecords(folder), { isChosen });
const logs = [...rankLinesHeldOut(examples, names, parts)].map(([example, ranked]) => ({
  half: example.half,
  repository: example.repository,
  label: labelOf(example),
  fingerprint: fingerprintIn(example, ranked),
}));
const pairs = pairsOf(logs);
const groups = {
  'half A of the repositories': pairs.filter(({ half }) => half === 'A'),
  'half B of the repositories': pairs.filter(({ half }) => half === 'B'),
  all: pairs,
};

const print = (text) => process.stdout.write(`${text}\n`);
print('pairs of logs of one repository        repos  pairs  same  found  precision  recall');
for (const [name, group] of Object.entries(groups)) {
  const { repositories, precision, recall, ...counts } = measure(group);
  const numbers = [counts.pairs, counts.same, counts.found].map((count) => String(count).padStart(6));
  print(
    `${name.padEnd(38)} ${String(repositories).padStart(5)} ${numbers.join('')}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}`,
  );
}
