import { createReadStream, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BinaryLogError, captureLog, type LogFile } from '@slipway/diagnosis';
import { CliError } from '../cli-error.js';

/** A log file, or standard input for `-`; of a very long one, the lines that matter. */
export async function readLog(
  path: string,
  folder: string,
  options?: Parameters<typeof captureLog>[1],
): Promise<LogFile> {
  try {
    const read = await captureLog(openLog(path, folder), options);
    if (read.log.content.trim() === '') throw new CliError(`${path} is empty.`);
    return read;
  } catch (error) {
    if (error instanceof BinaryLogError) throw new CliError(`${path} is not a text file.`, { cause: error });
    throw error;
  }
}

function openLog(path: string, folder: string): AsyncIterable<Uint8Array> {
  if (path === '-') return process.stdin;
  try {
    const file = resolve(folder, path);
    if (statSync(file).isDirectory()) throw new CliError(`${path} is a folder, not a log.`);
    return createReadStream(file, { fd: openSync(file, 'r') });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`${path}: no such file.`, { cause: error });
    if (code === 'EACCES') throw new CliError(`${path}: permission denied.`, { cause: error });
    throw error;
  }
}
