/**
 * `npm run diagnose:evaluate -- [FOLDER] [--parts N]` ranks the lines and files of every labeled log with weights
 * learned without its repository, also if up to 16 builds of the job are known. Then it finds the cause with weights and a
 * curve learned without the log's source.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { examplesOf } from './examples.mjs';
import { fileExamples, fileReport, heldOutFiles } from './files.mjs';
import { rankLines, weightsHeldOut } from './held-out.mjs';
import { dataFolder, readRecords } from './records.mjs';
import { allHits, hitRates, reliabilityOf } from './report.mjs';
import { findingsHeldOut, learnModels, sourcesOf } from './sources.mjs';

const { values, positionals } = parseArgs({ options: { parts: { type: 'string' } }, allowPositionals: true });
const folder = dataFolder(positionals[0], join(import.meta.dirname, '..', '..', '..'));
const parts = values.parts === undefined ? Number.POSITIVE_INFINITY : Number(values.parts);
/** How many earlier builds of a job are known, and whether people have confirmed their causes. */
const KNOWN_BUILDS = [
  [0, false],
  [1, false],
  [3, false],
  [16, false],
  [1, true],
  [3, true],
  [16, true],
];

const records = readRecords(folder);
const { examples, names, numbers } = examplesOf(records);
const examplesWith = (size, isTaught = false) =>
  examplesOf(records, { pastOf: () => ({ size, isTaught }), numbers }).examples;
const weightsOf = weightsHeldOut(examples, names, parts);
const unaided = examplesWith(0);
const answers = rankLines(unaided, weightsOf);

const print = (text) => process.stdout.write(`${text}\n`);
const fixed = (number) => number.toFixed(3);
function printReliability(name, findings) {
  const found = reliabilityOf(findings);
  const rates = [found.hit1, found.hit3, found.error].map(fixed).join('  ');
  const wrong = [found.wrongLikely, found.wrongSure].map((share) => fixed(share).padStart(10)).join('  ');
  const logs = String(found.logs).padStart(4);
  print(
    `${name.padEnd(33)} ${logs}  ${rates}  ${wrong}  ${String(found.sure).padStart(4)}  ${fixed(found.sureRight)}`,
  );
  return found;
}

print('logs of held-out repositories       logs  repos  hit@1  hit@3');
for (const { name, logs, repositories, hit1, hit3 } of hitRates(answers)) {
  print(
    `${name.padEnd(34)} ${String(logs).padStart(5)} ${String(repositories).padStart(6)}  ${fixed(hit1)}  ${fixed(hit3)}`,
  );
}

print('\nheld-out repositories, by builds of the job that are known     hit@1  hit@3');
for (const [size, isTaught] of KNOWN_BUILDS) {
  const known = size === 0 ? answers : rankLines(examplesWith(size, isTaught), weightsOf);
  const { hit1, hit3 } = allHits(known);
  const name = `${size} builds${isTaught ? ', with their causes confirmed by people' : ''}`;
  print(`${name.padEnd(62)} ${fixed(hit1)}  ${fixed(hit3)}`);
}

print(`\n${'held-out sources'.padEnd(34)} logs  hit@1  hit@3  error  wrong >=.7  wrong >=.9  sure  right`);
const findings = findingsHeldOut(
  learnModels(examples, names),
  unaided.filter(({ isLabelled }) => isLabelled),
);
for (const source of sourcesOf(unaided)) {
  printReliability(
    source,
    findings.filter(({ example }) => example.source === source),
  );
}
const { bins } = printReliability('all', findings);
for (const { said, right, count } of bins) print(`  ${fixed(said)} said, ${fixed(right)} right, ${count} logs`);

print('\nfix files of held-out repositories    logs  repos  at .60  at .70  all / answered  shown / answered');
const files = fileExamples(answers);
const heldOut = heldOutFiles(files, parts);
for (const split of [null, 'dev', 'more']) {
  const { logs, repositories, at, full, fullCoverage, shown, coverage } = fileReport(files, heldOut, split);
  print(
    `${(split ?? 'all').padEnd(36)} ${String(logs).padStart(5)} ${String(repositories).padStart(6)}  ${fixed(at(0.6))}   ${fixed(at(0.7))}   ${fixed(full)} / ${fixed(fullCoverage)}   ${fixed(shown)} / ${fixed(coverage)}`,
  );
}
const { bands } = fileReport(files, heldOut, null);
for (const { least, right, count } of bands)
  print(`  confidence from ${fixed(least)}: ${fixed(right)} right, ${count} logs`);
