import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkout, runNode } from '../architecture/tool.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-diagnose-'));
afterAll(() => rm(folder, { recursive: true }));

const diagnose = (...args: string[]) => runNode(join(checkout, 'infra/diagnose.mjs'), args, checkout);

const LOG = 'Building...\nAssets/Hero.cs(12,5): error CS1002: ; expected\nBuild FAILED.\n';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

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

describe('slipway diagnose', () => {
  it('reads a log that is larger than its memory, and finds an error at its beginning', async () => {
    const file = join(folder, 'large.log');
    const ordinary =
      `${'[1/900000] Compile [x64] Engine/Source/Runtime/Core/Private/Module.Core.cpp '.repeat(2)}\n`.repeat(
        1_000,
      );
    const error = 'Source/Quay/Lamp.cpp(41): error C2039: "GetPressure": is not a member of "ALamp"\n';
    await pipeline(
      Readable.from([error, ...Array.from({ length: 600 }, () => ordinary)]),
      createWriteStream(file),
    );
    const args = ['--max-old-space-size=80', join(checkout, 'apps/cli/dist/main.js'), 'diagnose', file];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain('▶      1 │ Source/Quay/Lamp.cpp(41): error C2039');
    expect(stdout).toContain('600,001 lines');
  });
});
