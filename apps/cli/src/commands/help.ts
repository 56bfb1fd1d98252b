import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { HELP_TOPICS } from '../help-topics.js';

export const command = defineCommand({
  summary: 'Show help for a command or topic',
  description: `Topics: ${Object.keys(HELP_TOPICS).join(', ')}.`,
  examples: ['slipway help exit-codes', 'slipway help build list'],
  arguments: { topic: { description: 'a topic, or the words of a command', many: true, optional: true } },
  async run({ output }, { topic }) {
    const found = HELP_TOPICS[topic.join(' ')];
    // `runCli` turns `help <command>` into `<command> --help` before this runs.
    if (found === undefined)
      throw new CliError(`There is no help for "${topic.join(' ')}".`, {
        hint: `Topics: ${Object.keys(HELP_TOPICS).join(', ')}.`,
      });
    output.line(`${found.summary}\n\n${found.text}`);
  },
});
