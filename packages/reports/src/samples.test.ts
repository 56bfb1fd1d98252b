import { describe, expect, it } from '@jest/globals';
import { FORMAT_NAMES, HEAD_BYTES, recognize } from './index.js';
import { read } from './read.fixture.js';
import { listSamples, readSample, sampleFiles } from './samples.fixture.js';

const samples = listSamples();

describe('the samples', () => {
  it('are all in the table', () => {
    expect(sampleFiles().toSorted()).toEqual(samples.map(({ format, file }) => `${format}/${file}`).toSorted());
  });

  it('cover every format', () => {
    expect(new Set(samples.map(({ format }) => format))).toEqual(new Set(FORMAT_NAMES));
  });

  it.each(samples)('$format/$file has the counts of the tool that wrote it', async (sample) => {
    const { summary } = await read(readSample(sample));
    expect(summary).toMatchObject({
      format: sample.format,
      tests: { passed: sample.passed, failed: sample.failed, skipped: sample.skipped },
      problems: [],
      isComplete: true,
    });
  });

  it.each(samples)('$format/$file is read the same in chunks of any size', async (sample) => {
    const file = readSample(sample);
    const whole = await read(file);
    for (const chunkBytes of [1, 7, 100, 1_000]) expect(await read(file, { chunkBytes })).toEqual(whole);
  });

  it.each(samples)('$format/$file is recognized by its content and refused under other names', (sample) => {
    const head = readSample(sample).subarray(0, HEAD_BYTES);
    expect(recognize(head)).toBe(sample.format);
    expect(recognize(head, sample.format)).toBe(sample.format);
    expect(recognize(head, sample.format === 'junit' ? 'trx' : 'junit')).toBeNull();
  });

  it.each(samples)('$format/$file names each test and no machine', async (sample) => {
    const { tests } = await read(readSample(sample));
    expect(tests.filter(({ path, name }) => path === '' || name === '')).toEqual([]);
    expect(readSample(sample).toString()).not.toMatch(
      /\/(?:home|root|tmp|work|Users)\/|hostname="(?!ci"|desktop")/,
    );
  });
});
