import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeLog } from '@slipway/diagnosis';
import { CliError } from '../cli-error.js';

/** The text of a log file, or of standard input for `-`. */
export function readLog(path: string, folder: string): string {
  const text = decodeLog(readBytes(path, folder));
  if (text === null) throw new CliError(`${path} is not a text file.`);
  if (text.trim() === '') throw new CliError(`${path} is empty.`);
  return text;
}

function readBytes(path: string, folder: string): Uint8Array {
  try {
    // Read bytes, not text: a log may be compressed or UTF-16.
    if (path === '-') return readFileSync(0);
    const file = resolve(folder, path);
    if (statSync(file).isDirectory()) throw new CliError(`${path} is a folder, not a log.`);
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`${path}: no such file.`, { cause: error });
    if (code === 'EACCES') throw new CliError(`${path}: permission denied.`, { cause: error });
    throw error;
  }
}
