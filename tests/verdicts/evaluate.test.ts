import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

// The published figures come from sixty projects; one shows that the program still judges, compares and reports.
it('the evaluation of verdicts reports every table and a sentence for each state', async () => {
  const program = new URL('./evaluate.mjs', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--projects', '1']);
  for (const table of ['Flaky, all judgements', 'Broken, judgements after a failure of the trunk'])
    expect(stdout).toContain(`${table}\n| stated | mean stated | true | judgements |`);
  const examples = [...stdout.matchAll(/^\| (\w+) \| [A-Z][^|]+\. \|$/gm)].map(([, state]) => state);
  expect(examples).toEqual(['new', 'passing', 'broken', 'fixed', 'flaky', 'slow', 'silent']);
  expect(stdout).not.toMatch(/NaN|undefined/);
}, 300_000);
