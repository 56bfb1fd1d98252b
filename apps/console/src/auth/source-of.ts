import type { RequestSource } from '@slipway/db';
import type { Request } from '@slipway/http';

/** Where a request came from, for the audit log. */
export function sourceOf(request: Request): RequestSource {
  return { ipAddress: request.ip ?? '', userAgent: request.get('user-agent') ?? '' };
}
