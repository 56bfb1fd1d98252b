const LOOPBACK_NAME = /^(?:localhost|.+\.localhost|\[::1\]|127(?:\.[0-9]{1,3}){3})$/i;

/** Whether a name, or an address as a URL contains it, is this machine's own. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname);
}

/**
 * Whether a Host header names this machine. A page of another site can make its own name lead to this machine (DNS
 * rebinding), but browsers then still send that name.
 */
export function isLoopbackHost(header: string | undefined): boolean {
  const url = header === undefined || /[/@?#\\]/.test(header) ? '' : `http://${header}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}
