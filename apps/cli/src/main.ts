#!/usr/bin/env node
import { runCli } from './app.js';
import { currentProcess } from './process.js';

// process.exit() would drop output that a slow reader has not consumed yet.
async function main(): Promise<void> {
  process.exitCode = await runCli(process.argv.slice(2), currentProcess(process));
  process.stdin.destroy();
}

// Without a top-level await, which a single executable cannot contain.
void main();
