import type { findRequiredSso } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import type { AuthDeps } from '../auth/deps.js';
import { sourceOf } from '../auth/source-of.js';
import { renderMessage } from '../pages/sign-in.js';
import { recordRefusal } from './refusals.js';
import { ssoPath } from './sso-path.js';

interface OwnSignIn {
  /** What the member signed in with. */
  readonly used: 'password' | 'passkey';
  readonly deps: AuthDeps;
  readonly required: NonNullable<Awaited<ReturnType<typeof findRequiredSso>>>;
  readonly userId: number;
  readonly returnTo: string;
}

/** Leads a member who knows their password, or has a passkey, to the provider that their account requires. */
export async function refuseOwnSignIn(
  request: Request,
  response: Response,
  { used, deps, required, userId, returnTo }: OwnSignIn,
): Promise<void> {
  const { accountId, prefixedId, name } = required;
  await recordRefusal(deps.database, { accountId, userId, reason: `${used}_used`, source: sourceOf(request) });
  const text = `${name} requires single sign-on, so you cannot sign in with a ${used}.`;
  const link = { href: ssoPath(prefixedId, returnTo), label: 'Sign in with single sign-on' };
  response
    .status(403)
    .type('html')
    .send(renderMessage('You are not signed in', text, link));
}
