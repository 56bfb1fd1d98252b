import { defineCommand } from '../define-command.js';
import { VERSION } from '../version.js';

export const command = defineCommand({
  summary: 'Print the version',
  examples: ['slipway version'],
  async run({ output }) {
    output.line(VERSION);
  },
});
