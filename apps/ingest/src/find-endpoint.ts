import { type Provider, providers, type WebhookEndpoint } from '@slipway/providers';

/** A webhook endpoint and its provider. */
export interface ProviderEndpoint {
  readonly provider: Provider;
  readonly endpoint: WebhookEndpoint;
}

const endpoints = new Map<string, ProviderEndpoint>(
  providers.flatMap((provider: Provider) =>
    provider.endpoints.map((endpoint) => [`/webhooks/${endpoint.path}`, { provider, endpoint }] as const),
  ),
);

/** The endpoint at a path, with or without a trailing slash. */
export function findEndpoint(path: string): ProviderEndpoint | undefined {
  return endpoints.get(path) ?? (path.endsWith('/') ? endpoints.get(path.slice(0, -1)) : undefined);
}

/** The names that `/webhooks/<name>/verify` confirms: the first path segment of each verifiable provider. */
export const verifiableNames: ReadonlySet<string> = new Set(
  providers
    .filter((provider: Provider) => provider.verifiable)
    .flatMap((provider: Provider) => provider.endpoints.map(({ path }) => path.split('/')[0] ?? path)),
);
