import { expect, it } from '@jest/globals';
import { unpacker } from './unpack.js';

it.each([
  ['Game.zip', 'linux', 'unzip'],
  ['Game.ZIP', 'darwin', 'unzip'],
  ['Game.zip', 'win32', 'tar'],
  ['Game.tar.gz', 'linux', 'tar'],
  ['Game.tgz', 'win32', 'tar'],
  ['Game.exe', 'win32', null],
  ['Game.zip.sha256', 'linux', null],
] as const)('%s is unpacked on %s by %s', (name, platform, program) => {
  expect(unpacker(name, platform)).toBe(program);
});
