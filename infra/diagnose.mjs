/**
 * `npm run --silent diagnose -- FILE` finds out from a build log why the build failed. `--batch` reads NDJSON from
 * stdin instead. The result goes to stdout, everything else to stderr.
 */
import { once } from 'node:events';
import { createReadStream, openSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createProgress } from './progress.mjs';
import { prepareCode, reportFailure } from './toolchain.mjs';

const USAGE = `usage: npm run --silent diagnose -- FILE [--baseline PASSING] [--json]
       npm run --silent diagnose -- --batch

  FILE                 the log of a failed build; - reads it from stdin
  --baseline PASSING   the log of a passing build of the same job; its lines are not the cause
  --json               print one JSON object instead of a report
  --batch              read one JSON object {id, log, baseline} per line, write one answer per line
  --help               print this text`;

class UsageError extends Error {}

const log = createProgress(process.stderr);
const coloured = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Installs packages and compiles the engine, if they are not up to date. */
async function prepare() {
  await prepareCode({ log });
  const [engine, print] = await Promise.all([
    import('../packages/diagnosis/dist/index.js'),
    import('../packages/diagnosis/dist/print.js'),
  ]);
  return { ...engine, ...print };
}

function readOptions() {
  const flag = { type: 'boolean' };
  const options = { baseline: { type: 'string' }, json: flag, batch: flag, help: { ...flag, short: 'h' } };
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message.split('. ')[0]}\n\n${USAGE}`, { cause: error });
  }
  const { values, positionals } = parsed;
  if (values.help) return values;
  const files = values.batch ? 0 : 1;
  if (positionals.length !== files) throw new UsageError(USAGE);
  if (values.batch && (values.baseline !== undefined || values.json)) throw new UsageError(USAGE);
  return { ...values, file: positionals[0] };
}

/** Opens a log file. A UsageError explains in one line why it cannot be read. */
function openLog(path) {
  try {
    if (path !== '-' && statSync(path).isDirectory()) throw new UsageError(`${path} is a folder, not a log`);
    return path === '-' ? process.stdin : createReadStream(path, { fd: openSync(path, 'r') });
  } catch (error) {
    if (error.code === 'ENOENT') throw new UsageError(`${path}: no such file`, { cause: error });
    if (error.code === 'EACCES') throw new UsageError(`${path}: permission denied`, { cause: error });
    throw error;
  }
}

async function readLog(path, file, { captureLog, BinaryLogError }) {
  try {
    const read = await captureLog(file);
    if (read.log.content.trim() === '') throw new UsageError(`${path} is empty`);
    return read;
  } catch (error) {
    throw error instanceof BinaryLogError ? new UsageError(`${path} is not a text file`, { cause: error }) : error;
  }
}

async function runBatch({ diagnoseBatch }) {
  for await (const { line, answer } of diagnoseBatch(process.stdin)) {
    if (answer === null) {
      log.fail(`line ${line} of the input is not a JSON object with an id`);
      process.exitCode = 1;
    } else if (!process.stdout.write(`${answer}\n`)) await once(process.stdout, 'drain');
  }
}

async function run() {
  const options = readOptions();
  if (options.help) return process.stdout.write(`${USAGE}\n`);
  const { file, baseline } = options;
  const opened = file === undefined ? null : openLog(file);
  const openedBaseline = baseline === undefined ? null : openLog(baseline);
  const engine = await prepare();
  if (opened === null) return runBatch(engine);
  const read = await readLog(file, opened, engine);
  const passing = openedBaseline && (await readLog(baseline, openedBaseline, engine)).log.content;
  const timed = engine.diagnoseTimed(read.log, passing);
  if (options.json) process.stdout.write(`${JSON.stringify(engine.printedAnswer(timed), null, 2)}\n`);
  else
    process.stdout.write(
      engine.printedReport({ file, ...read, found: timed.found, compared: passing !== null, coloured }),
    );
}

try {
  await run();
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n`);
  else reportFailure(error, log);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
