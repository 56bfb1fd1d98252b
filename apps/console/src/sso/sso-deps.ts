import type { AuthDeps } from '../auth/deps.js';
import type { Sso } from './compose-sso.js';

/** The dependencies of single sign-on. */
export interface SsoDeps extends AuthDeps {
  readonly sso: Sso;
}
