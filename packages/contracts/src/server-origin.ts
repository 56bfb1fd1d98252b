/**
 * The scheme, host and port of a Jenkins server's address; null if there is no address. A stored API token is only ever
 * sent to the origin it was entered for.
 */
export function serverOrigin(serverUrl: unknown): string | null {
  if (typeof serverUrl !== 'string' || serverUrl.trim() === '') return null;
  return URL.canParse(serverUrl) ? new URL(serverUrl).origin : serverUrl;
}
