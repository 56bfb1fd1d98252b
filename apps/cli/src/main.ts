#!/usr/bin/env node
import { runCli } from './app.js';
import { currentProcess } from './process.js';

// process.exit() would drop output that a slow reader has not consumed yet.
process.exitCode = await runCli(process.argv.slice(2), currentProcess(process));
process.stdin.destroy();
