/**
 * `npm run diagnose:features -- [FOLDER]` writes the feature table from labeled logs. `npm run diagnose:train` learns
 * from it.
 */
import { join } from 'node:path';
import { confidenceRows } from './calibration.mjs';
import { definitionsOf } from './definitions.mjs';
import { examplesOf } from './examples.mjs';
import { fileExamples, fileRows } from './files.mjs';
import { rankLinesHeldOut } from './held-out.mjs';
import { dataFolder, readRecords } from './records.mjs';
import { writeTable } from './table.mjs';

/** The curves learn from answers about held-out repositories, which are held out in this many parts. */
const PARTS = 12;

const folder = dataFolder(process.argv[2], join(import.meta.dirname, '..', '..', '..'));
const lines = examplesOf(readRecords(folder));
const answers = rankLinesHeldOut(lines.examples, lines.names, PARTS);
const files = fileExamples(answers);
const definitions = definitionsOf(lines.names);
const { lineFeatures, fileFeatures } = definitions;
const undefinedNames = [
  ...lines.names.filter((name) => !(name in lineFeatures)),
  ...files.names.filter((name) => !(name in fileFeatures)),
];
if (undefinedNames.length > 0) {
  throw new Error(`no log in train/probe has these features: ${undefinedNames.join(', ')}; add lines that do`);
}
writeTable({ lines, files, lineRows: confidenceRows(answers), fileRows: fileRows(files, PARTS) }, definitions);
process.stdout.write(
  `${lines.examples.length} logs, ${lines.names.length} features of lines, ${files.names.length} of files\n`,
);
