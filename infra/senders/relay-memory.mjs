/** Stores what a relay remembers between runs: a small JSON value in a separate file. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Opens a relay's memory. Each combination of host, token and repository has its own. */
export function openMemory(relay, repository) {
  const { XDG_STATE_HOME, SLIPWAY_HOST = '', SLIPWAY_WEBHOOK_TOKEN = '' } = process.env;
  const folder = join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'slipway', relay);
  const target = [SLIPWAY_HOST.replace(/\/+$/, ''), SLIPWAY_WEBHOOK_TOKEN, repository].join(' ');
  const file = join(folder, `${createHash('sha256').update(target).digest('hex').slice(0, 16)}.json`);
  let hasWarned = false;
  return {
    /** The remembered value; undefined at first. */
    recall() {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },

    /** Without a memory, the relay continues: what it reports again is a duplicate. */
    remember(value) {
      try {
        makeFolder(folder);
        writeFileSync(`${file}.draft`, JSON.stringify(value), { mode: 0o600 });
        renameSync(`${file}.draft`, file);
      } catch (error) {
        if (!hasWarned) process.stderr.write(`slipway: ${folder} cannot be written: ${error.message}\n`);
        hasWarned = true;
      }
    },
  };
}

/** The recursive mkdir of Node.js never returns where a folder exists but nothing can be made in it, as in /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
