/** The groups of tools that can be switched on. */
export const TOOLSETS = [
  'account',
  'projects',
  'tasks',
  'builds',
  'changes',
  'assets',
  'deployments',
  'feed',
  'metrics',
  'members',
  'deliveries',
  'verdicts',
  'culprits',
] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** Not in the default set: what most conversations do not need. */
const ON_REQUEST: ReadonlySet<Toolset> = new Set(['members', 'deliveries', 'verdicts', 'culprits']);

/** The tools that a server offers, within what the token allows. */
export interface Selection {
  readonly toolsets: ReadonlySet<Toolset>;
  /** Offers only tools that change nothing, whatever else is selected. */
  readonly readOnly: boolean;
}

export class UnknownToolsetError extends Error {
  override readonly name = 'UnknownToolsetError';
}

/**
 * Reads a comma-separated list of toolsets; `default` and `all` are groups of them, and an empty list means `default`.
 * `account` is part of every selection, so that a token can always be described.
 */
export function readToolsets(list: string): ReadonlySet<Toolset> {
  const names = list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return new Set<Toolset>(['account', ...(names.length === 0 ? ['default'] : names).flatMap(expand)]);
}

function expand(name: string): readonly Toolset[] {
  if (name === 'all') return TOOLSETS;
  if (name === 'default') return TOOLSETS.filter((toolset) => !ON_REQUEST.has(toolset));
  const toolset = TOOLSETS.find((known) => known === name);
  if (toolset === undefined) {
    throw new UnknownToolsetError(
      `Unknown toolset "${name.slice(0, 50)}". Use default, all, or any of ${TOOLSETS.join(', ')}.`,
    );
  }
  return [toolset];
}

/** Reads the read-only switch from a header or the environment. Any value that does not mean off means on. */
export function readSwitch(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());
}
