import type { EndpointContract } from '@slipway/contracts';
import Type, { type TSchema } from 'typebox';

/** An id in a path, and what it looks like. */
export interface PathId {
  readonly name: string;
  readonly schema: TSchema;
}

/** The ids of a path: what they look like is read off the resource that the endpoint returns. */
export function pathIds({ path, response }: EndpointContract): PathId[] {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  const shown = (response as { properties?: Readonly<Record<string, TSchema>> }).properties ?? {};
  return names.map((name) => {
    const own = path.endsWith(`/:${name}`) ? shown['id'] : undefined;
    return { name, schema: own ?? shown[name] ?? Type.String({ pattern: '^[0-9]+$' }) };
  });
}
