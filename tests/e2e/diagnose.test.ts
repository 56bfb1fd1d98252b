import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkout, runNode } from '../architecture/tool.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-diagnose-'));
afterAll(() => rm(folder, { recursive: true }));

const diagnose = (...args: string[]) => runNode(join(checkout, 'infra/diagnose.mjs'), args, checkout);

const { decodeLog } = (await import(pathToFileURL(join(checkout, 'infra/diagnose-file.mjs')).href)) as {
  decodeLog(bytes: Buffer): string | null;
};

const LOG = 'Building...\nAssets/Hero.cs(12,5): error CS1002: ; expected\nBuild FAILED.\n';
const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();

/** UTF-16 as Windows stores it when a program writes it in text mode. */
function withBrokenLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

describe('npm run diagnose', () => {
  it.each(['--help', '-h'])('prints its usage for %s', async (flag) => {
    const { code, stdout, stderr } = await diagnose(flag);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^usage: npm run --silent diagnose -- FILE/);
  });

  it('exits with 2 and its usage for an unknown option', async () => {
    const { code, stdout, stderr } = await diagnose('--verbose');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--verbose'\n\nusage: /);
  });

  it('finds the cause in a UTF-16 log', async () => {
    const file = join(folder, 'build.log');
    await writeFile(file, Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian(LOG)]));
    const { code, stdout } = await diagnose(file, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ category: 'compile', key_line: 2, file: 'Assets/Hero.cs' });
  });
});

describe('a log file', () => {
  it.each([
    ['UTF-8', Buffer.from(LOG)],
    ['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${LOG}`)],
    ['UTF-16 LE', littleEndian(LOG)],
    ['UTF-16 LE with a byte-order mark', littleEndian(`\ufeff${LOG}`)],
    ['UTF-16 BE', bigEndian(LOG)],
    ['UTF-16 BE with a byte-order mark', bigEndian(`\ufeff${LOG}`)],
  ])('is decoded from %s', (_, bytes) => {
    expect(decodeLog(bytes)).toBe(LOG);
  });

  it('keeps characters of any script in UTF-16', () => {
    const text = `ビルド開始\n${LOG}`;
    expect([littleEndian(`\ufeff${text}`), littleEndian(text), bigEndian(text)].map(decodeLog)).toEqual([
      text,
      text,
      text,
    ]);
  });

  it.each([
    ['UTF-16 with single-byte line ends', withBrokenLineEnds(littleEndian(`\ufeff${LOG}`))],
    ['UTF-16 after lines in UTF-8', Buffer.concat([Buffer.from('Start\nof the log\n'), littleEndian(LOG)])],
    ['UTF-8 text with zeros between its characters', Buffer.from([...LOG].join('\0'))],
  ])('is readable even as %s', (_, bytes) => {
    expect(decodeLog(bytes)).toContain('Assets/Hero.cs(12,5): error CS1002: ; expected');
  });

  it('is refused when it is binary', () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) % 256));
    expect(decodeLog(bytes)).toBeNull();
  });
});
