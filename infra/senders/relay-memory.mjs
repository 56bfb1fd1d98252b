/** Stores what a relay remembers between runs: a small JSON value in a file of its own. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Opens a relay's memory. Each combination of host, token and repository has its own. */
export function openMemory(relay, repository) {
  const { XDG_STATE_HOME, SLIPWAY_HOST = '', SLIPWAY_WEBHOOK_TOKEN = '' } = process.env;
  const folder = join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'slipway', relay);
  const target = [SLIPWAY_HOST.replace(/\/+$/, ''), SLIPWAY_WEBHOOK_TOKEN, repository].join(' ');
  const file = join(folder, `${createHash('sha256').update(target).digest('hex').slice(0, 16)}.json`);
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

    remember(value) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.draft`, JSON.stringify(value), { mode: 0o600 });
      renameSync(`${file}.draft`, file);
    },
  };
}
