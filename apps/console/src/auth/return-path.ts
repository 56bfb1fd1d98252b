/** The page to open after sign-in: a path on this site, never another address. */
export function returnPath(sent: string | undefined): string {
  const isLocal = sent !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(sent) && !sent.startsWith('/sign-in');
  return isLocal ? sent : '/';
}
