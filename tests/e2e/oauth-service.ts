import { createHash, randomBytes } from 'node:crypto';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { type Express, serve } from '@slipway/http';
import { freePort } from '@slipway/local';
import { composeMcp } from '@slipway/mcp';
import { routeTiers } from '@slipway/standalone';
import { factories, openTestDatabase, type TestClock, testClock, testProcess } from '@slipway/testing';
import { type PlainBrowser, plainBrowser } from './console/plain-browser.js';

type Fields = Readonly<Record<string, string>>;

/** A proof key, and the challenge that is made of it (PKCE). */
export interface ProofKey {
  readonly verifier: string;
  readonly challenge: string;
}

export function proofKey(): ProofKey {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What the token endpoint answers. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>> & { readonly expires_in?: number };
}

export const CALLBACK = 'http://127.0.0.1:49152/callback';
const PASSWORD = 'correct horse battery';

/** The API, the console and the assistant-protocol server on one port, as OAuth clients find them. */
export async function startOauthService(env: Fields = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const limits = { GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000' };
  const context = await testProcess({ ...limits, BASE_URL: origin, ...env });
  const database = openTestDatabase(context.settings.DATABASE_URL);
  context.onClose('test database', () => database.close());
  const clock: TestClock = testClock(new Date());
  const isDraining = () => false;
  const consoleApp = composeConsole(context, isDraining, clock);
  const app = routeTiers({
    ingest: (_request, response) => void response.writeHead(404).end(),
    operations: (_request, response) => void response.writeHead(404).end(),
    api: composeApi(context, isDraining, clock),
    console: consoleApp,
    mcp: composeMcp(context, isDraining, origin),
  });
  const server = await serve(app, { host: '127.0.0.1', port });
  context.onClose('server', () => server.close());
  const user = await setUp(consoleApp);
  const make = factories(database);
  return { origin, clock, database, make, consoleApp, process: context, user, ...clientOf(origin, user) };
}

/** The first user of the service, signed in. */
async function setUp(app: Express): Promise<PlainBrowser> {
  const user = plainBrowser(app);
  await user.submit('/setup', {
    account_name: 'Night Harbor',
    project_name: 'Tidewater',
    engine: 'unity',
    name: 'Ana',
    email: 'ana@studio.example',
    password: PASSWORD,
  });
  return confirmWhenAsked(user);
}

/** A user who confirms with their password when a page asks them to: tests move the clock further than ten minutes. */
function confirmWhenAsked(user: PlainBrowser): PlainBrowser {
  async function open(path: string) {
    const page = await user.open(path);
    const address = String(page.headers['location']);
    if (!address.startsWith('/confirm?')) return page;
    await user.submit(address, { password: PASSWORD });
    return user.open(path);
  }
  return {
    ...user,
    open,
    async submit(path, fields) {
      await open(path);
      return user.submit(path, fields);
    },
  };
}

/** An OAuth client that sends exactly what a test wants. */
function clientOf(origin: string, user: PlainBrowser) {
  async function register(metadata: object = {}): Promise<string> {
    const { status, body } = await postJson({
      client_name: 'Test client',
      redirect_uris: [CALLBACK],
      ...metadata,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body['client_id'] ?? '';
  }

  async function postJson(metadata: unknown): Promise<Answer> {
    return answerOf(
      await fetch(`${origin}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      }),
    );
  }

  async function post(path: string, fields: Fields): Promise<Answer> {
    return answerOf(await fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields) }));
  }

  const authorizePath = (clientId: string, { challenge }: ProofKey, changes: Fields = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'st&te',
      ...changes,
    })}`;

  /** Lets the user allow access, and returns the code. */
  async function allow(clientId: string, key: ProofKey, changes: Fields = {}): Promise<string> {
    const response = await user.submit(authorizePath(clientId, key, changes), { decision: 'allow' });
    return new URL(String(response.headers['location'])).searchParams.get('code') ?? '';
  }

  const token = (fields: Fields) => post('/oauth/token', fields);
  const exchange = (
    clientId: string,
    { code, verifier }: { code: string; verifier: string },
    changes: Fields = {},
  ) =>
    token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      ...changes,
    });

  const refresh = (clientId: string, refreshToken: string | undefined, changes: Fields = {}) =>
    token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken ?? '', ...changes });

  /** A client that a user has allowed access, with its tokens. */
  async function connected(changes: Fields = {}) {
    const clientId = await register();
    const key = proofKey();
    const code = await allow(clientId, key, changes);
    const { body } = await exchange(clientId, { code, verifier: key.verifier });
    return { clientId, key, code, tokens: body };
  }

  return { register, postJson, post, authorizePath, allow, token, exchange, refresh, connected };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}
