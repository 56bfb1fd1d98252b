import type { EndpointContract } from '@slipway/contracts';

/** An id in a path. */
export interface PathId {
  readonly name: string;
  readonly isUuid: boolean;
}

/** The ids of a path. The response schema shows whether an id is a UUID or a number. */
export function pathIds({ path, response }: EndpointContract): PathId[] {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  const shown = (response as { properties?: Readonly<Record<string, { format?: string }>> }).properties ?? {};
  return names.map((name) => {
    const own = path.endsWith(`/:${name}`) ? shown['id'] : undefined;
    return { name, isUuid: (own ?? shown[name])?.format === 'uuid' };
  });
}
