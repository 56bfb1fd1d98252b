// Generated from the folder by `npm run generate`. Do not edit.
import { command as pingCommand } from './commands/ping.js';

export const commands = [
  pingCommand,
] as const;
