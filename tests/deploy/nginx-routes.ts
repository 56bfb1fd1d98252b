import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../architecture/tool.js';

const conf = readFileSync(join(checkout, 'infra', 'compose', 'nginx.conf'), 'utf8');

interface Route {
  readonly kind: '=' | '~' | '';
  readonly pattern: string;
  /** The variable in proxy_pass; undefined where nginx itself responds. */
  readonly tier: string | undefined;
}

const routes: Route[] = [...conf.matchAll(/location (?:([=~]) )?([/^]\S*) \{([^}]*)\}/g)].map(
  ([, kind = '', pattern = '', body = '']) => ({
    kind: kind as Route['kind'],
    pattern,
    tier: /proxy_pass http:\/\/\$(\w+);/.exec(body)?.[1],
  }),
);

/** The service behind each variable in the file. */
export const upstreams = new Map(
  [...conf.matchAll(/set \$(\w+) (\w+):(\d+);/g)].map(([, name, host]) => [name!, host!]),
);

/** The tier that a path goes to, by nginx's rules: exact match, then the first regular expression, then the prefix. */
export function tierOf(path: string): string | undefined {
  const exact = routes.find(({ kind, pattern }) => kind === '=' && pattern === path);
  const expression = routes.find(({ kind, pattern }) => kind === '~' && new RegExp(pattern).test(path));
  const prefix = routes.find(({ kind, pattern }) => kind === '' && path.startsWith(pattern));
  return (exact ?? expression ?? prefix)?.tier;
}
