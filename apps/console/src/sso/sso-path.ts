/** The address that starts a sign-in with the provider of an account. */
export function ssoPath(prefixedId: string, returnTo: string): string {
  return `/sso/${prefixedId}?${new URLSearchParams({ return_to: returnTo })}`;
}
