/**
 * Runs benchmarks: `node tests/load/run.mjs [names] [--before <folder>]`. `npm run bench` starts it, and says more about
 * the options.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { timeFixedWork, toText } from './harness/figures.mjs';
import { onStage } from './harness/stage.mjs';

const ROOT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
export const BENCHES = ['accept', 'together', 'drain', 'reads', 'growth', 'lag', 'footprint'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    out: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
});
const names = positionals.length === 0 ? BENCHES : positionals;
const trees = [
  { label: 'now', root: ROOT },
  ...(values.before === undefined ? [] : [{ label: 'before', root: values.before }]),
];
const work = [timeFixedWork()];
const figures = [];
for (const name of names) {
  const { run } = await import(`./benches/${name}.mjs`);
  console.log(`\n${name}`);
  await onStage(trees, async (stage) => {
    const say = (line) => console.log(`  ${line}`);
    const found = await run({ stage, rounds: Number(values.rounds), seconds: Number(values.seconds), say });
    figures.push(...found.map((one) => ({ bench: name, ...one })));
  });
  work.push(timeFixedWork(), timeFixedWork());
}
const noise = Math.max(...work) / Math.min(...work);
console.log(`\n${toText(figures)}`);
console.log(
  `\nthe same loop took ${Math.round(Math.min(...work))} to ${Math.round(Math.max(...work))} ms: the machine's speed varied by ${Math.round((noise - 1) * 100)} %`,
);
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify({ figures, noise }, null, 2)}\n`);
