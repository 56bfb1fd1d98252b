import type { NotifierDeps } from '../notifications/notifier-deps.js';
import type { InstallationTokens } from './app-token.js';

/** What updating GitHub requires. */
export interface GithubDeps extends NotifierDeps {
  readonly tokens: InstallationTokens;
}
