import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';

interface HelpTopic {
  readonly summary: string;
  readonly text: string;
}

/** What `slipway help <topic>` prints. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  'exit-codes': {
    summary: 'Exit codes',
    text: [
      '0  the command succeeded',
      '1  the command failed, or was used incorrectly',
      '2  the command was cancelled: Ctrl-C, a denied login, or a question answered with no',
      '3  slipway test gate: the tests do not let the build pass',
      '4  the command needs a login: none is stored, the token is not accepted, it lacks a scope,',
      '   or it is restricted to other networks',
      '5  slipway bisect run: no change is to blame',
      '6  slipway bisect run: the runs do not settle which change it is',
      '',
      'slipway report exits with 0 even if it fails or is used incorrectly, so that it never breaks a build. With',
      '--strict it exits with 1 if the report is not accepted, and with 2 if it is used incorrectly.',
    ].join('\n'),
  },
  environment: {
    summary: 'Environment variables',
    text: [
      'SLIPWAY_TOKEN    API token; overrides the stored login',
      'SLIPWAY_HOST     address of the service; defaults to that of the last login',
      'SLIPWAY_PROJECT  id or name of the project; overrides `slipway project use`',
      'SLIPWAY_ARCHIVE_HEADER',
      '                 header for the store of build artifacts, for `slipway bisect run --archive`',
      'NO_COLOR         any value turns colors off',
      'CLICOLOR         0 turns colors off',
      'CLICOLOR_FORCE   any value but 0 also writes colors to pipes and files',
      'XDG_CONFIG_HOME  folder of the stored logins (slipway/logins.json); defaults to ~/.config',
      'XDG_STATE_HOME   folder of the remembered projects (slipway/projects.json), of reports that wait, of the',
      '                 tests that a gate knows, and of bisect results that wait; defaults to ~/.local/state',
      'XDG_CACHE_HOME   folder of the unpacked builds of `slipway bisect run --archive`; defaults to ~/.cache',
    ].join('\n'),
  },
  formatting: {
    summary: 'Tables, tab-separated values and JSON',
    text: [
      'On a terminal, commands write tables. Into a pipe or file, they write rows separated by tabs, without headings,',
      'with complete values and ISO 8601 times.',
      '',
      '--json a,b,c  writes JSON with these fields; without fields, lists them',
      '--jq FILTER   filters the JSON with a jq expression; without --json, of all fields',
      '',
      'Messages, questions and progress go to standard error.',
    ].join('\n'),
  },
};

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
