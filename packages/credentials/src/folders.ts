import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** An XDG base directory. Relative paths are ignored, as the specification requires. */
function xdgFolder(configured: string | undefined, fallback: string): string {
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homedir(), fallback);
  return join(base, 'slipway');
}

/** Where logins are stored. */
export function configFolder({ XDG_CONFIG_HOME }: Env): string {
  return xdgFolder(XDG_CONFIG_HOME, '.config');
}

/** Where waiting reports and the projects chosen for folders are stored. */
export function stateFolder({ XDG_STATE_HOME }: Env): string {
  return xdgFolder(XDG_STATE_HOME, join('.local', 'state'));
}
