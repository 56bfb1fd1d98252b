/** Runs benchmarks one after the other and prints their figures; `npm run bench` starts it and describes the options. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run as accept } from './benches/accept.mjs';
import { run as console_ } from './benches/console.mjs';
import { run as cost } from './benches/cost.mjs';
import { run as database } from './benches/database.mjs';
import { run as drain } from './benches/drain.mjs';
import { run as flood } from './benches/flood.mjs';
import { run as footprint } from './benches/footprint.mjs';
import { run as growth } from './benches/growth.mjs';
import { run as lag } from './benches/lag.mjs';
import { run as logs } from './benches/logs.mjs';
import { run as notify } from './benches/notify.mjs';
import { run as outage } from './benches/outage.mjs';
import { run as reads } from './benches/reads.mjs';
import { run as retention } from './benches/retention.mjs';
import { run as scale } from './benches/scale.mjs';
import { run as tests } from './benches/tests.mjs';
import { run as together } from './benches/together.mjs';
import { run as writes } from './benches/writes.mjs';
import { timeFixedWork, toText } from './harness/figures.mjs';
import { describeProfiles } from './harness/profiles.mjs';
import { record } from './harness/record.mjs';
import { onStage } from './harness/stage.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What runs unless names are given. */
const USUAL = { accept, together, drain, reads, growth, lag, flood, footprint };
/** These take longer, or measure no ratio. */
const OTHERS = { console: console_, cost, database, logs, notify, outage, retention, scale, tests, writes };
const BENCHES = { ...USUAL, ...OTHERS };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    against: { type: 'string' },
    record: { type: 'boolean' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '4' },
  },
});
const names = positionals.length === 0 ? Object.keys(USUAL) : positionals;
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const trees = [
  { label: 'now', root: ROOT },
  ...(values.before === undefined ? [] : [{ label: 'before', root: values.before }]),
];
const fixedWork = [timeFixedWork()];
const figures = [];
for (const [place, name] of names.entries()) {
  console.log(`\n${name} (${place + 1} of ${names.length})`);
  await onStage(trees, async (stage) => {
    const say = (line) => console.log(`  ${line}`);
    const found = await BENCHES[name]({
      stage,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      say,
    });
    figures.push(...found);
  });
  fixedWork.push(timeFixedWork());
}
const noise = Math.max(...fixedWork) / Math.min(...fixedWork) - 1;
console.log(`\n${toText(figures)}`);
console.log(
  `\n✗: the aim is not reached. The machine's own speed varied by ${Math.round(noise * 100)} % meanwhile.`,
);
if (process.env.BENCH_PROFILES !== undefined) console.log(describeProfiles(process.env.BENCH_PROFILES).join('\n'));

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const command = [
  'npm run bench --',
  ...positionals,
  ...(values.against ? ['--against', values.against.slice(0, 8)] : []),
];
await record({ figures, noise, commit, command: command.join(' '), root: ROOT, isKept: values.record === true });
