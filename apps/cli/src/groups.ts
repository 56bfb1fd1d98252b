import type { RegisteredCommand } from './define-command.js';

interface Group {
  readonly summary: string;
  readonly alias?: string;
}

/** Groups that do more than read what they are named after. */
const DESCRIBED: Readonly<Record<string, Group>> = {
  approval: { summary: 'Read decisions on assets', alias: 'approvals' },
  asset: { summary: 'Read and approve assets', alias: 'assets' },
  auth: { summary: 'Sign in and out' },
  bisect: { summary: 'Search the change that broke a job, on this machine' },
  build: { summary: 'Read, watch and investigate builds', alias: 'builds' },
  change: { summary: 'Read commits and changelists', alias: 'changes' },
  delivery: { summary: 'Read and replay webhooks', alias: 'deliveries' },
  member: { summary: 'Read project members', alias: 'members' },
  outbox: { summary: 'List and drop reports that wait to be sent' },
  problem: { summary: 'Read, resolve and assign problems', alias: 'problems' },
  project: { summary: 'Read and choose projects', alias: 'projects' },
  reference: { summary: 'Read tracker items', alias: 'references' },
  report: { summary: 'Report to a project from scripts and tools' },
  token: { summary: 'List and revoke your API tokens', alias: 'tokens' },
  test: { summary: 'Read and mute tests, and hold builds back while tests fail', alias: 'tests' },
  task: { summary: 'Read, create and edit tasks', alias: 'tasks' },
};

/** Other names of commands that belong to no group. */
export const COMMAND_ALIASES: Readonly<Record<string, string>> = { events: 'feed' };

/** A group of commands: a folder below `commands`, or below another group. */
export function describeGroup(name: string): Group {
  const plural = `${name.replace(/([^aeiou])y$/, '$1ie').replace(/(s|x|ch|sh)$/, '$1e')}s`;
  return DESCRIBED[name] ?? { summary: `Read ${plural.replaceAll('-', ' ')}`, alias: plural };
}

function groupNames(commands: readonly RegisteredCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ path: [first = '', ...rest] }) => (rest.length === 0 ? [] : [first])))];
}

/** The name of the group or command that a word names by its alias; otherwise the word itself. */
export function unaliased(commands: readonly RegisteredCommand[], word: string): string {
  const isMeant = (name: string) => (COMMAND_ALIASES[name] ?? describeGroup(name).alias) === word;
  return [...Object.keys(COMMAND_ALIASES), ...groupNames(commands)].find(isMeant) ?? word;
}
