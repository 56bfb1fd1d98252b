/** The Jenkins server of an integration. The poller builds every URL from it. */
export interface JenkinsServer {
  /** Ends with a slash. */
  readonly base: URL;
}

/** Parses a configured `server_url`; returns the problem as text if it is not usable. */
export function parseServerUrl(text: unknown): JenkinsServer | string {
  if (typeof text !== 'string' || !URL.canParse(text)) return 'server_url is not a URL';
  const base = new URL(text);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return 'server_url is neither http nor https';
  if (base.username !== '' || base.password !== '')
    return 'server_url contains credentials; use the fields for username and API token';
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { base };
}

/** Builds a URL below the server's base. Each segment is encoded, so that none can leave the base. */
export function urlOf(
  server: JenkinsServer,
  segments: readonly string[],
  query: Record<string, string> = {},
): URL {
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const url = new URL(path, server.base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (!isBelowBase(server, url)) throw new Error('the URL points outside the server');
  return url;
}

/** Whether a URL has the server's origin and is below its base path. */
export function isBelowBase({ base }: JenkinsServer, url: URL): boolean {
  return url.origin === base.origin && url.pathname.startsWith(base.pathname);
}

/** A combination of a matrix job, such as `label=linux,os=x`, is not preceded by `job/`. */
const MATRIX_COMBINATION = /^[^=]+=[^=]*$/;

/**
 * The path of a job: `folder/main` is at `job/folder/job/main`. Job names come from reports; null for a name that no
 * Jenkins job can have.
 */
export function jobSegments(jobName: string): string[] | null {
  const names = jobName.split('/');
  if (names.some((name) => name === '' || /^\.\.?$/.test(name.trim()) || hasControlCharacter(name))) return null;
  return names.flatMap((name, depth) => (depth > 0 && MATRIX_COMBINATION.test(name) ? [name] : ['job', name]));
}

function hasControlCharacter(name: string): boolean {
  return [...name].some((character) => character < ' ' || character === '\u007f');
}

const BUILD_NUMBER = /^[1-9][0-9]{0,9}$/;

/** The path of a build; null if Jenkins cannot have such a build. */
export function buildSegments(jobName: string, buildNumber: string): string[] | null {
  const job = jobSegments(jobName);
  return job !== null && BUILD_NUMBER.test(buildNumber) ? [...job, buildNumber] : null;
}
