import type { HttpAppOptions, Response } from '@slipway/http';

type SecurityHeaders = NonNullable<HttpAppOptions['securityHeaders']>;

const LOOPBACK = ['http://127.0.0.1:*', 'http://localhost:*'];

/**
 * Headers of every page: no content from other sites, no frames. Over plain http there is neither HSTS nor an upgrade
 * to https, since a service in a studio's own network may not have https. Forms may redirect to the loopback address,
 * because browsers check where the consent form leads; for IPv6 see `allowReturnTo`.
 */
export function pageHeaders({ isHttps }: { readonly isHttps: boolean }): SecurityHeaders {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...LOOPBACK],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: false,
  };
}

const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether a host is a plain name or an IPv6 address in brackets. The URL standard allows more, such as `;`, which would
 * begin another directive in a content security policy.
 */
export function isPlainHost(hostname: string): boolean {
  return PLAIN_HOST.test(hostname);
}

/**
 * Lets a page's form redirect to `address`, which browsers check: to its origin, or to its scheme where a policy cannot
 * name the host, as with IPv6 addresses and the schemes of apps.
 */
export function allowReturnTo(response: Response, address: string): void {
  const { protocol, hostname, port, origin } = new URL(address);
  if (!isPlainHost(hostname))
    throw new Error('A content security policy cannot name the host of a return address.');
  const isUnnamed = hostname.startsWith('[') || origin === 'null';
  const source = isUnnamed ? protocol : `${protocol}//${hostname}${port && `:${port}`}`;
  const policy = String(response.get('Content-Security-Policy'));
  response.set('Content-Security-Policy', policy.replace("form-action 'self'", `form-action 'self' ${source}`));
}

export function allowPreviews(response: Response, hosts: readonly string[]): void {
  if (hosts.length === 0) return;
  const sources = hosts.join(' ');
  const policy = String(response.get('Content-Security-Policy'));
  const images = policy.replace("img-src 'self' data:", `img-src 'self' data: ${sources}`);
  response.set('Content-Security-Policy', `${images};media-src 'self' ${sources}`);
}
