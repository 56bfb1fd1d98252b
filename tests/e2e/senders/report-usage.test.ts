import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../../architecture/tool.js';
import { commandLine } from '../cli/command-line.js';
import { startOtherServer } from '../cli/other-server.js';
import { PATIENT } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const { slipway, home: folder } = await commandLine({
  SLIPWAY_HOST: studio.host,
  SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins'),
  ...PATIENT,
});

const build = (number: string, status: string, ...more: string[]) => [
  'report',
  'build',
  '--job',
  'usage',
  '--number',
  number,
  '--status',
  status,
  ...more,
];

describe('a report that is used incorrectly', () => {
  it.each([
    [
      build('1', 'sucess'),
      /--status sucess is not a known word\. Did you mean success\?.*\n?.*Known words: success, succeeded/,
    ],
    [build('1', 'Faild'), /Did you mean failed\?/],
    [['report', 'deploy', '--platform', 'steam', '--number', '1', '--event', 'lvie'], /Did you mean live\?/],
    [['report', 'build', '--number', '1', '--status', 'success'], /--job is required/],
    [build('1', 'success', '--artifact', 'Harbor.zip'), /--artifact must be name=address/],
    [build('1', 'success', '--durration', '5'), /unknown option '--durration'/],
    [build('1', 'success', '--duration', 'long'), /whole number/],
    [['report', 'cook', '--event', 'melted', '--number', '1'], /Allowed choices are cooking_started/],
    [['report', 'biuld'], /unknown command 'biuld'/],
  ])('%j sends nothing and exits with 0, or with 2 if it is strict', async (args, message) => {
    const seen = await startOtherServer((_, response) => response.end('{}'));
    const env = { SLIPWAY_HOST: seen.address };
    const lenient = await slipway(args, { env });
    expect(lenient).toMatchObject({ code: 0, out: '', err: expect.stringMatching(message) });
    const strict = await slipway([...args, '--strict'], { env });
    expect(strict).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) });
    expect(seen.seen).toEqual([]);
    expect((await slipway(['report', 'outbox', 'list'])).out).toBe('');
  });

  it('may write a known word in any case', async () => {
    expect(await slipway(build('2', 'SUCCESS', '--strict'))).toMatchObject({ code: 0, err: '' });
    await studio.build('2', 'completed');
  });
});

describe('the outbox', () => {
  const away = { SLIPWAY_HOST: 'http://127.0.0.1:9' };
  const keep = (number: string) => slipway(build(number, 'success'), { env: away });

  it('is listed, and reports can be dropped by id or all at once', async () => {
    for (const number of ['31', '32', '33'])
      expect((await keep(number)).err).toContain('Kept for the next report');
    const { out } = await slipway(['report', 'outbox', 'list', '--json', 'id,title,host,timeouts']);
    const reports = JSON.parse(out) as { id: string; title: string }[];
    expect(reports.map(({ title }) => title)).toEqual(['31', '32', '33'].map((n) => `build usage #${n}, success`));
    expect(reports[0]).toMatchObject({ host: away.SLIPWAY_HOST, timeouts: 0 });
    const dropped = await slipway(['report', 'outbox', 'drop', reports[1]?.id ?? '']);
    expect(dropped).toEqual({ code: 0, out: 'Deleted build usage #32, success.\n', err: '' });
    expect(await slipway(['report', 'outbox', 'drop', 'none'])).toMatchObject({ code: 1, out: '' });
    expect(await slipway(['report', 'outbox', 'drop'])).toMatchObject({ code: 1, out: '' });
    expect((await slipway(['report', 'outbox', 'drop', '--all'])).out.trimEnd().split('\n')).toHaveLength(2);
    expect((await slipway(['report', 'outbox', 'list'])).out).toBe('');
  });

  it('is flushed to another address with --to, and flush says what is left', async () => {
    await keep('41');
    const left = await slipway(['report', 'flush']);
    expect(left).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('1 report is left in the outbox'),
    });
    expect(await slipway(['report', 'flush', '--strict'])).toMatchObject({ code: 1 });
    const sent = await slipway(['report', 'flush', '--to', studio.host, '--strict']);
    expect(sent).toEqual({ code: 0, out: 'Reported build usage #41, success.\n', err: '' });
    await studio.build('41', 'completed');
  });
});

/** The log of a sample of the diagnosis engine. */
function sampleLog(file: string, id: string): string {
  const text = readFileSync(join(checkout, 'packages/diagnosis/samples', `${file}.txt`), 'utf8');
  const block = text.split(/^=== /m).find((each) => each.startsWith(`${id}\n`)) ?? '';
  return block.slice(block.indexOf('\n---\n') + '\n---\n'.length).trimEnd();
}

function ordinaryOutput(characters: number): string {
  const lines: string[] = [];
  for (let length = 0, n = 0; length < characters; n += 1) {
    lines.push(`[${n}/20000] Compile [x64] Module.Core.${n % 97}.cpp`);
    length += lines[n]?.length ?? 0;
  }
  return lines.join('\n');
}

describe('a log of 600 KB with a compiler error early in ordinary output', () => {
  it.each([
    ['cpp', 'msvc-error', '51'],
    ['dotnet', 'csharp-error', '52'],
  ])('is diagnosed rightly from the file and through `report build --log`: %s, %s', async (file, id, number) => {
    const block = sampleLog(file, id);
    await writeFile(join(folder, 'block.log'), block);
    await writeFile(
      join(folder, 'early.log'),
      [ordinaryOutput(30_000), block, ordinaryOutput(570_000)].join('\n'),
    );
    const answerOf = async (log: string) =>
      JSON.parse((await slipway(['diagnose', log, '--json'])).out) as Record<string, never>;
    const { category, file: named, evidence } = await answerOf('block.log');
    const [{ text } = { text: '' }] = evidence as unknown as { text: string }[];
    const whole = await answerOf('early.log');
    expect(whole).toMatchObject({
      category,
      file: named,
      evidence: expect.arrayContaining([expect.objectContaining({ text })]),
    });
    expect(whole['confidence']).toBeGreaterThanOrEqual(0.5);
    expect(await slipway(build(number, 'failure', '--log', 'early.log', '--strict'))).toMatchObject({
      code: 0,
      err: '',
    });
    const { id: buildId } = await studio.build(number, 'failed');
    const found = await studio.investigate(buildId);
    expect(found).toMatchObject({
      category,
      evidence: expect.arrayContaining([expect.objectContaining({ text })]),
    });
    expect(found.evidence[0]?.text).toBe(text);
    expect(found.confidence).toBeGreaterThanOrEqual(0.5);
  });
});
