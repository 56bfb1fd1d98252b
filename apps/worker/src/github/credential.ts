import type { ClaimedConnection } from '@slipway/db';
import { type AppSecrets, openSecret } from '@slipway/domain';
import { appToken, type InstallationTokens } from './app-token.js';
import { type GithubApi, type GithubApiOptions, githubApi } from './github-api.js';
import { GithubError } from './github-error.js';

/** Sends requests with the credential of a connection. */
export interface GithubAccess {
  /** Set if the credential is an App's key. */
  readonly appId: string | null;
  /** Sends requests about a repository. */
  in(repository: string): Promise<GithubApi>;
  /** Sends requests that concern no repository. */
  asItself(): GithubApi;
  /**
   * An error as it concerns the connection: a token of an App's installation may end early, and the next attempt gets
   * another one.
   */
  explain(error: GithubError, repository: string): GithubError;
}

const gone = (error: string) => new GithubError({ kind: 'gone', error }, { status: null });

/** Opens the credential of a connection. Throws a GithubError if there is none, or it cannot be used. */
export function openAccess(
  { integrationId, credential, appId }: Pick<ClaimedConnection, 'integrationId' | 'credential' | 'appId'>,
  appSecrets: AppSecrets,
  { tokens, ...options }: GithubApiOptions & { readonly tokens: InstallationTokens },
): GithubAccess {
  if (credential === null) throw gone('There is no token or key.');
  const opened = openSecret(appSecrets, integrationId, credential);
  if (opened === null) throw gone('The token or key cannot be decrypted.');
  if (appId === null) {
    const api = githubApi(options, opened.secret);
    return { appId, in: async () => api, asItself: () => api, explain: (error) => error };
  }
  const key = `${integrationId} ${appId}`;
  const asItself = () => {
    const token = appToken(appId, opened.secret, options.now());
    if (token === null) throw gone("The App's private key cannot be read.");
    return githubApi(options, token);
  };
  return {
    appId,
    asItself,
    in: async (repository) => githubApi(options, await tokens.get(key, repository, asItself())),
    explain(error, repository) {
      const hasEnded = error.status === 401 && tokens.forget(key, repository);
      return hasEnded ? new GithubError({ kind: 'failed', error: error.message }, { status: 401 }) : error;
    },
  };
}
