import type { EndpointContract } from '@slipway/contracts';

/** An id in a path. */
export interface PathId {
  readonly name: string;
  readonly isUuid: boolean;
}

/** The ids of a path: whether one is a UUID or a number is read off the resource that the endpoint returns. */
export function pathIds({ path, response }: EndpointContract): PathId[] {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  const shown = (response as { properties?: Readonly<Record<string, { format?: string }>> }).properties ?? {};
  return names.map((name) => {
    const own = path.endsWith(`/:${name}`) ? shown['id'] : undefined;
    return { name, isUuid: (own ?? shown[name])?.format === 'uuid' };
  });
}
