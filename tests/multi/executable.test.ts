import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../architecture/tool.js';
import { startPipeline } from '../e2e/cli/pipeline.js';

const run = promisify(execFile);
const { host, token, project } = await startPipeline();
const isLinux = process.platform === 'linux';
if (!isLinux) process.stderr.write('Skipping the single executable: it can be built on Linux only.\n');

(isLinux ? describe : describe.skip)('the single executable', () => {
  it('calls the API on a machine without Node.js', async () => {
    await run(process.execPath, ['apps/cli/executable.mjs'], { cwd: checkout });
    const env = { SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: String(project.id) };
    const slipway = async (...args: string[]) =>
      (await run(join(checkout, 'apps/cli/dist/slipway'), args, { env })).stdout;
    const { version } = JSON.parse(await readFile(join(checkout, 'apps/cli/package.json'), 'utf8'));
    expect(await slipway('--version')).toBe(`${version}\n`);
    expect(await slipway('project', 'list')).toContain(project.name);
    expect(await slipway('build', 'list', '--jq', 'length')).toBe('3\n');
  });
});
