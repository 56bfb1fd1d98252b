import { describe, expect, it } from '@jest/globals';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { textOf } from './mcp-service.js';
import { CALLBACK, startOauthService } from './oauth-service.js';

const service = await startOauthService();
const { origin, clock, user } = service;
const HOUR_MS = 60 * 60_000;

/** What an application stores for the official client, and the browser that it opens. */
class App implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [CALLBACK] };
  client: OAuthClientInformationMixed | undefined;
  stored: OAuthTokens | undefined;
  opened: URL | undefined;
  verifier = '';
  discovered: OAuthDiscoveryState | undefined;

  discoveryState() {
    return this.discovered;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.discovered = state;
  }
  invalidateCredentials() {
    this.stored = undefined;
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens() {
    return this.stored;
  }
  saveTokens(tokens: OAuthTokens) {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
  state() {
    return 'state of the app';
  }

  /** Signs the user in and allows access, as a person does in the browser that the app opened. */
  async allow(): Promise<URLSearchParams> {
    const { pathname, search } = this.opened ?? new URL(origin);
    const { headers } = await user.submit(pathname + search, { decision: 'allow' });
    const address = new URL(String(headers['location']));
    expect(address.searchParams.get('state')).toBe('state of the app');
    return address.searchParams;
  }
}

const newClient = () => new Client({ name: 'test', version: '1.0.0' });
const transportOf = (app: App, path = '/mcp') =>
  new StreamableHTTPClientTransport(new URL(origin + path), { authProvider: app });

/** Connects an app that knows nothing but the address of the server. */
async function connect(app: App, path = '/mcp'): Promise<Client> {
  const first = transportOf(app, path);
  await expect(newClient().connect(first)).rejects.toThrow(/[Uu]nauthorized/);
  await first.finishAuth(await app.allow());
  await first.close();
  const client = newClient();
  await client.connect(transportOf(app, path));
  return client;
}

describe('the official client', () => {
  it('finds the authorization server, registers, asks the user, and calls a tool', async () => {
    const app = new App();
    const client = await connect(app);
    expect(app.opened?.searchParams.get('resource')).toBe(`${origin}/mcp`);
    expect(app.stored).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: LOGIN_SCOPES.join(' ') });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_task');
    const result = await client.callTool({ name: 'list_projects', arguments: {} });
    expect(textOf(result)).toContain('Tidewater');
    await client.close();
  });

  it('refreshes its token after an hour without asking the user again', async () => {
    const app = new App();
    const client = await connect(app);
    const before = app.stored;
    app.opened = undefined;
    clock.advance(HOUR_MS);
    expect(textOf(await client.callTool({ name: 'list_projects', arguments: {} }))).toContain('Tidewater');
    expect(app.stored?.access_token).not.toBe(before?.access_token);
    expect(app.opened).toBeUndefined();
    await client.close();
  });

  it('keeps working when it refreshes in several calls at the same time', async () => {
    const app = new App();
    const client = await connect(app);
    clock.advance(HOUR_MS);
    app.opened = undefined;
    const results = await Promise.all(
      Array.from({ length: 4 }, () => client.callTool({ name: 'list_projects', arguments: {} })),
    );
    for (const result of results) expect(textOf(result)).toContain('Tidewater');
    expect(app.opened).toBeUndefined();
    await client.close();
  });

  it('gets no scope that writes for the read-only address, and cannot write with its token elsewhere', async () => {
    const app = new App();
    const client = await connect(app, '/mcp/readonly');
    expect(app.stored?.scope).not.toContain('write:');
    await client.close();
    const elsewhere = newClient();
    const requestInit = { headers: { authorization: `Bearer ${app.stored?.access_token}` } };
    await elsewhere.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
    expect((await elsewhere.listTools()).tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual(
      [],
    );
    await elsewhere.close();
  });

  it('asks the user again once they revoked its token', async () => {
    const app = new App();
    const client = await connect(app);
    const { body } = await user.call('GET', '/tokens');
    const { tokens } = body as { tokens: { id: number; name: string; origin: string; state: string }[] };
    const [token] = tokens;
    expect(token).toMatchObject({ name: 'Official client', origin: 'mcp', state: 'active' });
    await user.call('POST', `/tokens/${token?.id}/revoke`);
    app.opened = undefined;
    await expect(client.callTool({ name: 'list_projects', arguments: {} })).rejects.toThrow();
    expect(app.opened).toBeDefined();
    await client.close();
  });
});

describe('the first official SDK', () => {
  it('connects through its own OAuth flow', async () => {
    const app = new App();
    const url = new URL(`${origin}/mcp`);
    const first = new OldTransport(url, { authProvider: app as never });
    await expect(new OldClient({ name: 'old', version: '1.0.0' }).connect(first)).rejects.toThrow(/Unauthorized/);
    await first.finishAuth((await app.allow()).get('code') ?? '');
    await first.close();
    const client = new OldClient({ name: 'old', version: '1.0.0' });
    await client.connect(new OldTransport(url, { authProvider: app as never }));
    clock.advance(HOUR_MS);
    const result = await client.callTool({ name: 'list_projects', arguments: {} });
    expect(JSON.stringify(result.content)).toContain('Tidewater');
    await client.close();
  });
});
