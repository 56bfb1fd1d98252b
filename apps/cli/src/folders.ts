import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** A folder of the XDG base directories; the specification ignores relative ones. */
function xdgFolder(configured: string | undefined, fallback: string): string {
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homedir(), fallback);
  return join(base, 'slipway');
}

/** Where reports that wait and the chosen projects of folders are stored. */
export function stateFolder({ XDG_STATE_HOME }: Env): string {
  return xdgFolder(XDG_STATE_HOME, join('.local', 'state'));
}
