import { isLoopbackName } from '@slipway/domain';
import { isLocalRequest, type NextFunction, type Request, type Response } from '@slipway/http';

function urlOf(request: Request): URL | null {
  const address = `http://${request.get('host') ?? ''}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether the request comes from this machine, to a service that is configured for this machine only. */
export function isLocalVisit(request: Request, origin: string): boolean {
  return isLocalRequest(request) && isLoopbackName(new URL(origin).hostname);
}

/**
 * Redirects from another name of this machine to the configured one, for example from localhost to 127.0.0.1: forms and
 * calls must come from the configured origin.
 */
export function toConfiguredName(origin: string) {
  const configured = new URL(origin);
  return (request: Request, response: Response, next: NextFunction): void => {
    const requested = request.method === 'GET' ? urlOf(request) : null;
    const isOtherName =
      requested !== null &&
      requested.port === configured.port &&
      requested.hostname !== configured.hostname &&
      [requested.hostname, configured.hostname].every(isLoopbackName);
    if (!isOtherName) return next();
    response.redirect(303, origin + request.originalUrl);
  };
}
