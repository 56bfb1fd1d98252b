/**
 * `npm run diagnose:evaluate -- [FOLDER] [--parts N]` ranks the lines and files of every labeled log with weights
 * learned without its repository.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { confidenceRows, heldOutConfidence } from './calibration.mjs';
import { examplesOf } from './examples.mjs';
import { fileExamples, fileReport, heldOutFiles } from './files.mjs';
import { rankLinesHeldOut } from './held-out.mjs';
import { dataFolder, readRecords } from './records.mjs';
import { calibrationOf, hitRates } from './report.mjs';

const { values, positionals } = parseArgs({ options: { parts: { type: 'string' } }, allowPositionals: true });
const folder = dataFolder(positionals[0], join(import.meta.dirname, '..', '..', '..'));
const parts = values.parts === undefined ? Number.POSITIVE_INFINITY : Number(values.parts);
const { examples, names } = examplesOf(readRecords(folder));
const answers = rankLinesHeldOut(examples, names, parts);

const print = (text) => process.stdout.write(`${text}\n`);
const fixed = (number) => number.toFixed(3);
print('logs of held-out repositories       logs  repos  hit@1  hit@3');
for (const { name, logs, repositories, hit1, hit3 } of hitRates(answers)) {
  print(
    `${name.padEnd(34)} ${String(logs).padStart(5)} ${String(repositories).padStart(6)}  ${fixed(hit1)}  ${fixed(hit3)}`,
  );
}
const rows = heldOutConfidence(confidenceRows(answers), 10);
const groups = { all: rows, more: rows.filter(({ example }) => example.split === 'more') };
for (const [name, group] of Object.entries(groups)) {
  const { logs, error, confident, confidentErrors, bins } = calibrationOf(group);
  print(
    `\ncalibration, ${name}: ${logs} logs, error ${fixed(error)}, confident ${fixed(confident)}, confident errors ${fixed(confidentErrors)}`,
  );
  print(
    bins.map(({ said, right, count }) => `  ${fixed(said)} said, ${fixed(right)} right, ${count} logs`).join('\n'),
  );
}

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
