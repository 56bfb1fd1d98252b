/** The address as browsers request it, if it is a web address without credentials; otherwise null. */
function readWebUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return url !== null && isWeb && url.username === '' && url.password === '' ? url : null;
}

export const MAX_PREVIEW_URL = 2_000;

/** The address of a preview, if browsers can load it; otherwise null. */
export function readPreviewUrl(text: string): string | null {
  const url = text.length > MAX_PREVIEW_URL ? null : readWebUrl(text);
  return url !== null && url.href.length <= MAX_PREVIEW_URL ? url.href : null;
}

/**
 * Whether a project allows previews from the host of an address. The rules are those of a content security policy, in
 * which the hosts are listed: without a port only the scheme's own one, and `*.` stands for one or more labels.
 */
export function isPreviewAllowed(address: string, hosts: readonly string[]): boolean {
  const url = readWebUrl(address);
  return url !== null && hosts.some((host) => matches(url, host));
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function matches({ protocol, hostname, port }: URL, allowed: string): boolean {
  const [name = '', allowedPort] = allowed.split(':');
  const usual = DEFAULT_PORTS[protocol];
  if ((port || usual) !== (allowedPort ?? usual)) return false;
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
}
