import { isSuccess, type OutgoingAnswer, type OutgoingRequest } from '@slipway/destinations';
import { GITHUB_REPOSITORY } from '@slipway/domain';
import { type JsonPoster, NoAnswerError } from '../outgoing/post-json.js';
import { GithubError, githubError } from './github-error.js';

/** A request to GitHub's REST API. */
export interface GithubRequest extends Pick<OutgoingRequest, 'method' | 'maxAnswerBytes'> {
  /** Below the API's address, for example `/repos/studio/harbor`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What the request is about, for an error message. */
  readonly place: string;
}

/** The path of a repository, or of something in it. Every part is encoded. */
export function repositoryPath(repository: string, ...parts: readonly (string | number)[]): string {
  if (!GITHUB_REPOSITORY.test(repository))
    throw new GithubError(
      { kind: 'refused', error: 'The repository has no name that GitHub knows.' },
      { status: null },
    );
  return `/repos/${[...repository.split('/'), ...parts].map(encodeURIComponent).join('/')}`;
}

export type Json = Readonly<Record<string, unknown>>;

/** Sends requests to GitHub's REST API with a credential. Everything but success is a GithubError. */
export interface GithubApi {
  /** Returns an object; empty if GitHub answers with something else. */
  object(request: GithubRequest): Promise<Json>;
  /** Returns the objects of a list. */
  list(request: GithubRequest): Promise<Json[]>;
}

export interface GithubApiOptions {
  readonly apiUrl: string;
  readonly poster: JsonPoster;
  now(): number;
  /** Called before each request. Throws if the worker must stop. */
  beforeRequest(): Promise<void>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** Follows one redirect within the same server: GitHub redirects requests about a renamed repository. */
export function githubApi(options: GithubApiOptions, token: string): GithubApi {
  const { apiUrl, now } = options;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
  async function send({ path, body, place, ...request }: GithubRequest): Promise<unknown> {
    const sent = { ...request, headers, ...(body && { body: JSON.stringify(body) }) };
    const url = `${apiUrl.replace(/\/+$/, '')}${path}`;
    const first = await exchange({ ...sent, url }, options);
    const movedTo = REDIRECTS.has(first.status) ? targetOf(first, url) : null;
    const answer = movedTo === null ? first : await exchange({ ...sent, url: movedTo }, options);
    if (!isSuccess(answer)) throw githubError(answer, place, now());
    return parse(answer, place);
  }
  return {
    async object(request) {
      const value = await send(request);
      return isObject(value) ? value : {};
    },
    async list(request) {
      const value = await send(request);
      return Array.isArray(value) ? value.filter(isObject) : [];
    },
  };
}

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

async function exchange(
  request: OutgoingRequest,
  { poster, beforeRequest }: GithubApiOptions,
): Promise<OutgoingAnswer> {
  await beforeRequest();
  try {
    return await poster.post(request);
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new GithubError({ kind: 'failed', error: error.message }, { status: null, cause: error });
    throw error;
  }
}

/** The address that an answer redirects to, if it is on the same server: no other may get the credential. */
function targetOf(answer: OutgoingAnswer, url: string): string | null {
  const location = answer.header('location');
  if (location === undefined || !URL.canParse(location, url)) return null;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin ? target.href : null;
}

function parse({ text, status }: OutgoingAnswer, place: string): unknown {
  // GitHub confirms some requests without a body.
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GithubError({ kind: 'failed', error: `The answer about ${place} is not JSON.` }, { status, cause });
  }
}

/** An answer without a field that GitHub always sends. */
export function incompleteAnswer(place: string): GithubError {
  return new GithubError({ kind: 'failed', error: `The answer about ${place} is incomplete.` }, { status: null });
}
