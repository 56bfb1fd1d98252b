#!/usr/bin/env node
import { runCli } from './app.js';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  write: (line) => process.stdout.write(line.endsWith('\n') ? line : `${line}\n`),
  writeError: (line) => process.stderr.write(line.endsWith('\n') ? line : `${line}\n`),
});
