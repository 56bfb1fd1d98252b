/** A Jenkins server as its integration names it; every address that is asked is made from it. */
export interface JenkinsServer {
  /** Ends with a slash. */
  readonly base: URL;
}

/** Reads a configured address; a text says what is wrong with it. */
export function readServerUrl(text: unknown): JenkinsServer | string {
  if (typeof text !== 'string' || !URL.canParse(text)) return 'server_url is not a web address';
  const base = new URL(text);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return 'server_url is neither http nor https';
  if (base.username !== '' || base.password !== '')
    return 'server_url carries credentials: they have fields of their own';
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { base };
}

/** What the server has under its address, segment by segment: nothing in a segment leads out of it. */
export function addressAt(
  server: JenkinsServer,
  segments: readonly string[],
  query: Record<string, string> = {},
): URL {
  const address = new URL(
    segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/'),
    server.base,
  );
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  if (!isOn(server, address)) throw new Error('the address leads out of the server');
  return address;
}

/** Whether an address is of the server and below its root. */
export function isOn({ base }: JenkinsServer, address: URL): boolean {
  return address.origin === base.origin && address.pathname.startsWith(base.pathname);
}

/** A part of a matrix job, such as `label=linux,os=x`, stands without the word. */
const MATRIX_PART = /^[^=]+=[^=]*$/;

/**
 * Where a job lies: `folder/main` is `job/folder/job/main`. Null when the name is none that Jenkins could have: job
 * names come from outside.
 */
export function jobSegments(jobName: string): string[] | null {
  const names = jobName.split('/');
  if (names.some((name) => name === '' || /^\.\.?$/.test(name.trim()) || hasControls(name))) return null;
  return names.flatMap((name, depth) => (depth > 0 && MATRIX_PART.test(name) ? [name] : ['job', name]));
}

function hasControls(name: string): boolean {
  return [...name].some((character) => character < ' ' || character === '\u007f');
}

const BUILD_NUMBER = /^[1-9][0-9]{0,9}$/;

/** Where a build of a job lies; null when it is none of a Jenkins server's. */
export function buildSegments(jobName: string, buildNumber: string): string[] | null {
  const job = jobSegments(jobName);
  return job !== null && BUILD_NUMBER.test(buildNumber) ? [...job, buildNumber] : null;
}
