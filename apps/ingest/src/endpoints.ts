import { type Provider, providers, type WebhookEndpoint } from '@slipway/providers';

/** Where a path leads. */
export interface ProviderEndpoint {
  readonly provider: Provider;
  readonly endpoint: WebhookEndpoint;
}

const endpoints = new Map<string, ProviderEndpoint>(
  providers.flatMap((provider: Provider) =>
    provider.endpoints.map((endpoint) => [`/webhooks/${endpoint.path}`, { provider, endpoint }] as const),
  ),
);

/** The endpoint at a path; a slash at its end makes no difference. */
export function findEndpoint(path: string): ProviderEndpoint | undefined {
  return endpoints.get(path) ?? (path.endsWith('/') ? endpoints.get(path.slice(0, -1)) : undefined);
}

/** Names whose `/webhooks/<name>/verify` is answered: the first segment of every verifiable provider's endpoints. */
export const verifiableNames: ReadonlySet<string> = new Set(
  providers
    .filter((provider: Provider) => provider.verifiable)
    .flatMap((provider: Provider) => provider.endpoints.map(({ path }) => path.split('/')[0] ?? path)),
);
