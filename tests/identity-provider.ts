import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@slipway/local';
import Provider, { type Configuration } from 'oidc-provider';

/** A person whom the provider signs in. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

type Claims = Record<string, unknown>;

/** A real OpenID Connect provider, and the ways in which it can misbehave. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Who is at the keyboard. */
  person: ProviderPerson;
  /** Changes the ID token before it is sent. */
  tamper: ((claims: Claims, sign: TokenSigner) => string) | null;
  /** Answers requests in place of the provider; returns whether it did. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

/** Signs claims with the provider's own key. */
export type TokenSigner = (claims: Claims) => string;

export const CLIENT = { client_id: 'slipway', client_secret: 'a client secret for tests' } as const;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Signs claims with a key. */
function signToken(claims: Claims, key: ReturnType<typeof keyPair>['privateKey'], kid = 'key-1'): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

export const unsignedToken = (claims: Claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`;
export const tokenOfStranger = (claims: Claims) => signToken(claims, keyPair().privateKey);

/** Starts a provider that signs `person` in without questions, once they press its button. */
export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = keyPair();
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' };
  const state: Omit<IdentityProvider, 'close'> = {
    issuer,
    person: { sub: 'nobody', email: 'nobody@nowhere.example' },
    tamper: null,
    intercept: null,
  };
  const provider = createProvider(issuer, { jwk, redirectUris, state });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || body?.id_token === undefined || state.tamper === null) return;
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    context.body = { ...body, id_token: state.tamper(claims, (changed) => signToken(changed, privateKey)) };
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (state.intercept?.(request, response)) return;
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response, state);
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return Object.assign(state, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

interface Setup {
  readonly jwk: object;
  readonly redirectUris: readonly string[];
  readonly state: Omit<IdentityProvider, 'close'>;
}

/** Jest runs tests in a separate context, and the provider accepts only plain objects of the context around it. */
const plain = <T extends object>(value: T): T => structuredClone(value);

function createProvider(issuer: string, { jwk, redirectUris, state }: Setup): Provider {
  const data = plain({
    clients: [{ ...CLIENT, redirect_uris: [...redirectUris] }],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['a key for the cookies of tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
  });
  const interactions = Object.assign(plain({}), {
    url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
  });
  const configuration: Configuration = Object.assign(data, { interactions, loadExistingGrant, findAccount });
  return new Provider(issuer, configuration);

  function findAccount(_context: unknown, accountId: string) {
    return { accountId, claims: () => plain({ email_verified: true, ...state.person, sub: accountId }) };
  }
}

/** Everyone has already allowed the client everything. */
const loadExistingGrant: NonNullable<Configuration['loadExistingGrant']> = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  const owner = plain({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
  const grant = new provider.Grant(owner);
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

const FORM = `<!doctype html><html lang="en"><title>Studio login</title><main><h1>Studio login</h1>
<form method="post"><button>Sign in at the studio</button></form></main></html>`;

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { person }: Pick<IdentityProvider, 'person'>,
): Promise<void> {
  if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(FORM);
  await provider.interactionFinished(request, response, plain({ login: { accountId: person.sub } }));
}

/** The cookies by which a provider knows a browser. */
export type ProviderCookies = Map<string, string>;

/**
 * Signs the person in as a browser does that opens `address`, and returns where the provider sends it. With the cookies
 * of an earlier visit, the provider still knows them and shows no form, unless it is asked to.
 */
export async function signInAtProvider(address: string, cookies: ProviderCookies = new Map()): Promise<URL> {
  const { origin } = new URL(address);
  let url = new URL(address);
  let method = 'GET';
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { method, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    // The only page without a redirect is the one with the button.
    method = location === null ? 'POST' : 'GET';
    url = location === null ? url : new URL(location, url);
    if (url.origin !== origin) return url;
  }
  throw new Error('the provider redirects too often');
}
