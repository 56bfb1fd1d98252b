/**
 * `npm run diagnose:features -- [FOLDER]` writes the feature table from labeled logs. `npm run diagnose:train` learns
 * from it.
 */
import { join } from 'node:path';
import { definitionsOf } from './definitions.mjs';
import { examplesOf } from './examples.mjs';
import { fileExamples, fileRows } from './files.mjs';
import { rankLinesHeldOut } from './held-out.mjs';
import { dataFolder, readRecords } from './records.mjs';
import { rowsHeldOutBySource } from './sources.mjs';
import { writeTable } from './table.mjs';

/**
 * The curve of files learns from answers about held-out repositories, which are held out in this many parts; that of
 * lines from answers about held-out sources, because other projects are as different from these.
 */
const PARTS = 12;

const folder = dataFolder(process.argv[2], join(import.meta.dirname, '..', '..', '..'));
const lines = examplesOf(readRecords(folder));
const answers = rankLinesHeldOut(lines.examples, lines.names, PARTS);
const files = fileExamples(answers);
const lineRows = rowsHeldOutBySource(lines.examples, lines.names);
const definitions = definitionsOf(lines.names);
const { lineFeatures, fileFeatures } = definitions;
const undefinedNames = [
  ...lines.names.filter((name) => !(name in lineFeatures)),
  ...files.names.filter((name) => !(name in fileFeatures)),
];
if (undefinedNames.length > 0) {
  throw new Error(`no log in train/probe has these features: ${undefinedNames.join(', ')}; add lines that do`);
}
writeTable({ lines, files, lineRows, fileRows: fileRows(files, PARTS) }, definitions);
process.stdout.write(
  `${lines.examples.length} logs, ${lines.names.length} features of lines, ${files.names.length} of files\n`,
);
