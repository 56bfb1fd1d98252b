import { type Door, type Provider, providers } from '@slipway/providers';

/** Where a path leads. */
export interface DoorAt {
  readonly provider: Provider;
  readonly door: Door;
}

const doors = new Map<string, DoorAt>(
  providers.flatMap((provider: Provider) =>
    provider.doors.map((door) => [`/webhooks/${door.path}`, { provider, door }] as const),
  ),
);

/** The door at a path; a slash at its end makes no difference. */
export function doorAt(path: string): DoorAt | undefined {
  return doors.get(path) ?? (path.endsWith('/') ? doors.get(path.slice(0, -1)) : undefined);
}

/** Names whose `/webhooks/<name>/verify` is answered: the first segment of every verifiable provider's doors. */
export const verifiableNames: ReadonlySet<string> = new Set(
  providers
    .filter((provider: Provider) => provider.verifiable)
    .flatMap((provider: Provider) => provider.doors.map(({ path }) => path.split('/')[0] ?? path)),
);
