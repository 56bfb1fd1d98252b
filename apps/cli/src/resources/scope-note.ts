import { type EndpointContract, LOGIN_SCOPES } from '@slipway/contracts';

/** The description of a command whose scope a browser login never gets; other commands need none. */
export function scopeNote({ scope }: EndpointContract): { readonly description?: string } {
  const isLoginScope =
    scope === 'public' || scope === 'any_token' || (LOGIN_SCOPES as readonly string[]).includes(scope);
  if (isLoginScope) return {};
  return {
    description:
      `Needs a token with the scope ${scope}, which browser logins never include: create one in the web settings and ` +
      'store it with `slipway auth login --with-token`.',
  };
}
