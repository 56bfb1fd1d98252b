import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { ensureProgram } from '@slipway/local';
import { createMetrics, renderMetrics } from '@slipway/runtime';

const run = promisify(execFile);
const promtool = await ensureProgram('promtool', { PATH: '/usr/bin:/bin' });
const folder = await mkdtemp(join(tmpdir(), 'slipway-openmetrics-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A sample line, without its exemplar: the series and the value. */
const SAMPLE = /^([a-z0-9_]+(?:\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?) (\S+)/;

/** Gives every sample a time, without which promtool does not read a file. */
function withTimes(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(SAMPLE, '$1 $2 1700000000'));
  return lines.join('\n');
}

it.each([1, 2])('Prometheus can read the metrics of %s processes with their traces', async (processes) => {
  const metrics = createMetrics({ exemplars: true });
  const latency = metrics.latency('test_seconds', 'Durations of "tests" \\ trials', [0.1, 1], ['kind']);
  latency.observe({ kind: 'quoted "\\\n}' }, 0.5, '4bf92f3577b34da6a3ce929d0e0e4736');
  latency.observe({ kind: 'slow' }, 5, '0af7651916cd43dd8448eb211c80319c');
  metrics.counter('tests_total', 'Tests').inc();
  const [part = []] = await metrics.collect();
  const parts = Array.from({ length: processes }, () => part);
  const { body } = await renderMetrics(parts, 'application/openmetrics-text');
  expect(body.match(/ # \{trace_id="[0-9a-f]{32}"\} /g)).toHaveLength(2);
  const file = join(folder, `${processes}.txt`);
  await writeFile(file, withTimes(body));
  const { stdout } = await run(promtool, [
    'tsdb',
    'create-blocks-from',
    'openmetrics',
    file,
    join(folder, 'blocks'),
  ]);
  expect(stdout).toContain('BLOCK ULID');
  await writeFile(file, withTimes(body).replace('# EOF\n', ''));
  const refused = run(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', file, join(folder, 'blocks')]);
  await expect(refused).rejects.toThrow();
});
