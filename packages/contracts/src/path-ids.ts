import type { TSchema } from 'typebox';
import type { EndpointContract } from './endpoint.js';

/** An id in a path. */
export interface PathId {
  readonly name: string;
  /** What the id belongs to, such as `build run`. */
  readonly noun: string;
  /** How the response writes the id; digits if the response does not contain it. */
  readonly kind: 'uuid' | 'integer' | 'digits';
}

/** The ids of a path. The response schema shows of what kind they are. */
export function pathIds({ path, response }: EndpointContract): PathId[] {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  const shown = (response as { properties?: Readonly<Record<string, SchemaParts>> }).properties ?? {};
  return names.map((name) => {
    const own = path.endsWith(`/:${name}`) ? shown['id'] : undefined;
    return { name, noun: nounOf(path, name), kind: kindOf(own ?? shown[name]) };
  });
}

type SchemaParts = TSchema & { readonly type?: string; readonly format?: string };

function kindOf(schema: SchemaParts | undefined): PathId['kind'] {
  if (schema?.format === 'uuid') return 'uuid';
  return schema?.type === 'integer' ? 'integer' : 'digits';
}

/** `task` for `…/tasks/:id`, `build run` for `:build_run_id`. */
function nounOf(path: string, name: string): string {
  const [, collection = ''] = /([a-z_]+)\/:id\b/.exec(path) ?? [];
  const noun = name === 'id' ? collection.replace(/ies$/, 'y').replace(/s$/, '') : name.replace(/_id$/, '');
  return noun.replaceAll('_', ' ');
}
