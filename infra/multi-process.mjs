/**
 * Owns the servers and processes of `npm run stack:multi`. Ends all of them when standard input ends, which also
 * happens if the process that started it is killed.
 */
import { launchMulti } from '../apps/standalone/dist/multi/launch-multi.js';
import { createProgress } from './progress.mjs';
import { root } from './workspace.mjs';

let reason = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  reason += text;
});

await launchMulti({
  root,
  env: process.env,
  log: createProgress(),
  parentPid: process.ppid,
  takeSignals(handler) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => handler(signal));
  },
  onStarterEnd: (callback) => process.stdin.once('end', () => callback(reason || 'the end of its starter')),
});
