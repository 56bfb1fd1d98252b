import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { BinaryLogError, decodeLog } from './decode-log.js';

const LOG = 'Building...\nAssets/Hero.cs(12,5): error CS1002: ; expected\nBuild FAILED.\n';
/** Reads a file in parts that are shorter than a character of UTF-16. */
async function textOf(bytes: Uint8Array): Promise<string> {
  async function* parts() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  let text = '';
  for await (const part of decodeLog(parts())) text += part;
  return text;
}

const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();

/** UTF-16 as Windows stores it if a program writes it in text mode. */
function withBrokenLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

describe('a log file', () => {
  it.each([
    ['UTF-8', Buffer.from(LOG)],
    ['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${LOG}`)],
    ['UTF-16 LE', littleEndian(LOG)],
    ['UTF-16 LE with a byte-order mark', littleEndian(`\ufeff${LOG}`)],
    ['UTF-16 BE', bigEndian(LOG)],
    ['UTF-16 BE with a byte-order mark', bigEndian(`\ufeff${LOG}`)],
    ['gzip', gzipSync(LOG)],
    ['UTF-16 in gzip', gzipSync(littleEndian(LOG))],
  ])('is decoded from %s', async (_, bytes) => {
    expect(await textOf(bytes)).toBe(LOG);
  });

  it('keeps characters of any script in UTF-16', async () => {
    const text = `ビルド開始\n${LOG}`;
    for (const bytes of [littleEndian(`\ufeff${text}`), littleEndian(text), bigEndian(text)])
      expect(await textOf(bytes)).toBe(text);
  });

  it.each([
    ['UTF-16 with single-byte line ends', withBrokenLineEnds(littleEndian(`\ufeff${LOG}`))],
    ['UTF-16 after lines in UTF-8', Buffer.concat([Buffer.from('Start\nof the log\n'), littleEndian(LOG)])],
    ['UTF-8 text with zeros between its characters', Buffer.from([...LOG].join('\0'))],
  ])('is readable even as %s', async (_, bytes) => {
    expect(await textOf(bytes)).toContain('Assets/Hero.cs(12,5): error CS1002: ; expected');
  });

  it('is refused when it is binary', async () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) % 256));
    await expect(textOf(bytes)).rejects.toBeInstanceOf(BinaryLogError);
    await expect(textOf(gzipSync(LOG).subarray(0, 40))).rejects.toBeInstanceOf(BinaryLogError);
  });
});
