import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { checkout } from '../architecture/tool.js';

const page = await readFile(join(checkout, 'infra', 'docs', 'operate', 'deploy.md'), 'utf8');
const [migrated = ''] = /^migrated\(\) \{\n[\s\S]*?^\}$/m.exec(page) ?? [];
const folder = await mkdtemp(join(tmpdir(), 'slipway-release-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

/** Runs the function with a kubectl that reports the conditions of the job one after the other. */
async function waitFor(...conditions: string[]): Promise<number> {
  const file = join(folder, 'conditions');
  await writeFile(file, `${conditions.join('\n')}\n`);
  await program('kubectl', `case "$*" in *get*) head -n 1 ${file}; sed -i 1d ${file} ;; esac`);
  await program('sleep', 'exit 0');
  return new Promise((resolve) => {
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    execFile('sh', ['-c', `${migrated}\nmigrated`], { env }, (error) => resolve(Number(error?.code ?? 0)));
  });
}

it.each([
  ['the job has completed', ['', '', 'Complete'], 0],
  ['newer Kubernetes reports two conditions', ['SuccessCriteriaMet', 'SuccessCriteriaMet Complete'], 0],
  ['the job has failed', ['', 'FailureTarget', 'FailureTarget Failed', 'the loop would go on'], 1],
  ['the job does not end', [], 1],
] as const)('the wait for migrations in deploy.md ends when %s', async (_what, conditions, code) => {
  expect(migrated).not.toBe('');
  expect(await waitFor(...conditions)).toBe(code);
});
