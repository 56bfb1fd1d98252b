import type { NextFunction, Request, Response } from '@slipway/http';

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.[0-9]{1,3}){3})$/i;
const LOOPBACK_NAME = /^(?:localhost|.+\.localhost|\[::1\]|127(?:\.[0-9]{1,3}){3})$/i;

/** The host and port that a request names, as a URL; null if they are malformed. */
function urlOf(request: Request): URL | null {
  const address = `http://${request.get('host') ?? ''}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/**
 * Whether somebody on this machine sent the request to a service that is configured for this machine alone. Behind a
 * proxy everything seems to: so no proxy may have forwarded it, unless it is trusted and names none but local addresses.
 */
export function isLocalRequest(request: Request, origin: string): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    isUnforwarded(request) &&
    LOOPBACK_NAME.test(urlOf(request)?.hostname ?? '') &&
    LOOPBACK_NAME.test(new URL(origin).hostname)
  );
}

function isUnforwarded(request: Request): boolean {
  if (request.get('forwarded') !== undefined) return false;
  const forwarded = request.get('x-forwarded-for');
  if (forwarded === undefined) return true;
  // Empty while no proxy is trusted.
  const isTrusted = request.ips.length > 0;
  return isTrusted && forwarded.split(',').every((address) => LOOPBACK_ADDRESS.test(address.trim()));
}

/**
 * Leads from one name of this machine to the configured one, such as from localhost to 127.0.0.1: forms and calls must
 * come from the configured origin.
 */
export function toConfiguredName(origin: string) {
  const configured = new URL(origin);
  return (request: Request, response: Response, next: NextFunction): void => {
    const asked = request.method === 'GET' ? urlOf(request) : null;
    const isOtherName =
      asked !== null &&
      asked.port === configured.port &&
      asked.hostname !== configured.hostname &&
      [asked.hostname, configured.hostname].every((name) => LOOPBACK_NAME.test(name));
    if (!isOtherName) return next();
    response.redirect(303, origin + request.originalUrl);
  };
}
