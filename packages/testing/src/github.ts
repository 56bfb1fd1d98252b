import { type ReceivedRequest, type ReceiverReply, testReceiver } from './receiver.js';

export interface SetStatus {
  readonly repository: string;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string;
  readonly target_url: string;
}

/** A pull request of the server. A push changes its head. */
export interface TestPull {
  readonly repository: string;
  readonly number: number;
  headSha: string;
  readonly commits: string[];
  state: 'open' | 'closed';
}

export interface TestComment {
  readonly id: number;
  readonly pull: number;
  body: string;
  readonly user: { readonly id: number };
  readonly performed_via_github_app: { readonly id: number } | null;
}

/** A server with the part of GitHub's REST API that Slipway uses: statuses, pull requests, comments, reruns and Apps. */
export interface TestGithub {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  readonly statuses: SetStatus[];
  readonly comments: TestComment[];
  readonly repositories: Set<string>;
  readonly pulls: TestPull[];
  readonly tokens: Set<string>;
  /** Checks the token of an App; null refuses every App. */
  acceptsApp: ((token: string) => boolean) | null;
  permissions: Readonly<Record<string, string>>;
  /** Replies with this instead, as long as the function returns something. */
  override(next: ((request: ReceivedRequest) => ReceiverReply | undefined) | null): void;
  /** Does what these requests ask for, but never answers them. */
  loseAnswers(lost: ((request: ReceivedRequest) => boolean) | null): void;
  /** Answers requests again after `override` and `loseAnswers`, and forgets everything. */
  reset(): void;
}

export const GITHUB_TOKEN = 'ghp_test';
const INSTALLATION_TOKEN = 'ghs_installation';
const USER_ID = 7;
const APP_ID = 42;
const json = (status: number, value: unknown): ReceiverReply => ({ status, body: JSON.stringify(value) });
const NOT_FOUND = json(404, { message: 'Not Found' });

/** Starts a server that behaves like GitHub. Await it at the top level of a test file. */
export async function testGithub(): Promise<TestGithub> {
  const receiver = await testReceiver();
  let instead: ((request: ReceivedRequest) => ReceiverReply | undefined) | null = null;
  let isLost: ((request: ReceivedRequest) => boolean) | null = null;
  const github: TestGithub = {
    url: receiver.url,
    received: receiver.received,
    statuses: [],
    comments: [],
    pulls: [],
    repositories: new Set(),
    tokens: new Set(),
    acceptsApp: null,
    permissions: {},
    override(next) {
      instead = next;
    },
    loseAnswers(next) {
      isLost = next;
    },
    reset() {
      instead = null;
      isLost = null;
      for (const list of [receiver.received, github.statuses, github.comments, github.pulls]) list.length = 0;
      github.repositories.clear();
      github.tokens.clear();
      github.tokens.add(GITHUB_TOKEN);
      github.acceptsApp = null;
      github.permissions = { statuses: 'write', pull_requests: 'write' };
    },
  };
  github.reset();
  receiver.reply((request) => {
    const reply = instead?.(request) ?? answer(github, request);
    return isLost?.(request) ? 'hang' : reply;
  });
  return github;
}

function answer(github: TestGithub, request: ReceivedRequest): ReceiverReply {
  const token = String(request.headers.authorization).replace('Bearer ', '');
  const isApp = github.acceptsApp?.(token) ?? false;
  if (!github.tokens.has(token) && !isApp && token !== INSTALLATION_TOKEN)
    return json(401, { message: 'Bad credentials' });
  const { pathname } = new URL(request.path, github.url);
  const [, first, owner, name, ...rest] = pathname.split('/');
  if (first === 'user') return json(200, { id: USER_ID, login: 'slipway-bot' });
  if (first === 'rate_limit') return json(200, { resources: {} });
  if (first === 'app') return isApp ? answerApp(pathname) : NOT_FOUND;
  const repository = `${owner}/${name}`;
  if (first !== 'repos' || !github.repositories.has(repository)) return NOT_FOUND;
  if (rest[0] === 'installation') return json(200, { id: 99, permissions: github.permissions });
  if (rest[0] === 'actions')
    return /\/runs\/\d+\/rerun(-failed-jobs)?$/.test(pathname) ? json(201, {}) : NOT_FOUND;
  return answerRepository(github, request, { repository, rest, isInstallation: token === INSTALLATION_TOKEN });
}

function answerApp(pathname: string): ReceiverReply {
  if (!pathname.endsWith('/access_tokens')) return json(200, { id: APP_ID });
  const expiry = new Date(Date.now() + 60 * 60_000).toISOString();
  return json(201, { token: INSTALLATION_TOKEN, expires_at: expiry });
}

interface RepositoryRequest {
  readonly repository: string;
  readonly rest: readonly string[];
  readonly isInstallation: boolean;
}

function answerRepository(
  github: TestGithub,
  { method, body, path }: ReceivedRequest,
  { repository, rest, isInstallation }: RepositoryRequest,
): ReceiverReply {
  const [kind = '', id = '', part = ''] = rest;
  const sent = body === '' ? {} : JSON.parse(body);
  if (kind === '') return json(200, { full_name: repository });
  if (method === 'POST' && kind === 'statuses') {
    github.statuses.push({ repository, sha: id, ...sent });
    return json(201, { id: github.statuses.length });
  }
  if (kind === 'commits' && part === 'pulls') return json(200, pullsOf(github, repository, id));
  if (method === 'PATCH' && id === 'comments') {
    const comment = github.comments.find((one) => one.id === Number(part));
    if (comment === undefined) return NOT_FOUND;
    comment.body = sent.body;
    return json(200, comment);
  }
  if (part !== 'comments') return NOT_FOUND;
  if (method === 'GET') return json(200, pageOf(github, Number(id), new URL(path, github.url).searchParams));
  const app = isInstallation ? { id: APP_ID } : null;
  const comment = { id: 1000 + github.comments.length, pull: Number(id), body: sent.body };
  github.comments.push({ ...comment, user: { id: USER_ID }, performed_via_github_app: app });
  return json(201, comment);
}

function pullsOf({ pulls }: TestGithub, repository: string, sha: string) {
  return pulls
    .filter((pull) => pull.repository === repository && pull.commits.includes(sha))
    .map(({ number, state, headSha }) => ({ number, state, head: { sha: headSha } }));
}

function pageOf({ comments }: TestGithub, pull: number, search: URLSearchParams): TestComment[] {
  const size = Number(search.get('per_page') ?? 30);
  const from = (Number(search.get('page') ?? 1) - 1) * size;
  return comments.filter((comment) => comment.pull === pull).slice(from, from + size);
}
