import { createPrivateKey, sign } from 'node:crypto';
import { type GithubApi, incompleteAnswer, repositoryPath } from './github-api.js';

/** GitHub rejects tokens from the future and those that are valid for more than ten minutes. */
const BACKDATED_SECONDS = 60;
const VALID_SECONDS = 9 * 60;

/** A token is replaced this long before it expires. */
const RENEW_BEFORE_MS = 5 * 60_000;

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The token by which a GitHub App identifies itself; null if the key cannot be read.
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
export function appToken(appId: string, privateKey: string, now: number): string | null {
  const seconds = Math.floor(now / 1000);
  const claims = { iss: appId, iat: seconds - BACKDATED_SECONDS, exp: seconds + VALID_SECONDS };
  const content = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`;
  try {
    return `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(privateKey)).toString('base64url')}`;
  } catch {
    return null;
  }
}

interface CachedToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** The tokens of App installations, each for one repository, until shortly before they expire. */
export interface InstallationTokens {
  /** `asApp` sends requests with the App's own token. */
  get(key: string, repository: string, asApp: GithubApi): Promise<string>;
  /** Returns whether there was one. */
  forget(key: string, repository: string): boolean;
}

export function createInstallationTokens(now: () => number): InstallationTokens {
  const cache = new Map<string, CachedToken>();
  return {
    async get(key, repository, asApp) {
      for (const [name, { expiresAt }] of cache) if (expiresAt - RENEW_BEFORE_MS <= now()) cache.delete(name);
      const known = cache.get(`${key} ${repository}`);
      if (known !== undefined) return known.token;
      const created = await createToken(repository, asApp);
      cache.set(`${key} ${repository}`, created);
      return created.token;
    },
    forget: (key, repository) => cache.delete(`${key} ${repository}`),
  };
}

async function createToken(repository: string, asApp: GithubApi): Promise<CachedToken> {
  const place = `the App's installation on ${repository}`;
  const { id } = await asApp.object({ method: 'GET', path: repositoryPath(repository, 'installation'), place });
  if (typeof id !== 'number') throw incompleteAnswer(place);
  const { token, expires_at: expiry } = await asApp.object({
    path: `/app/installations/${id}/access_tokens`,
    body: { repositories: [repository.split('/')[1]] },
    place,
  });
  if (typeof token !== 'string' || typeof expiry !== 'string') throw incompleteAnswer(place);
  return { token, expiresAt: Date.parse(expiry) };
}
