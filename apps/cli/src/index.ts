export { runCli } from './app.js';
export type { AnyCommand, RegisteredCommand } from './define-command.js';
export { commands } from './registry.js';
export type { CliProcess, Readable, Writable } from './terminal.js';
