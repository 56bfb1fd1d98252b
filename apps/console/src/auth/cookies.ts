import type { Request, Response } from '@slipway/http';
import { parseCookie, stringifySetCookie } from 'cookie';

export interface CookiePolicy {
  readonly secure: boolean;
}

/** Over https, the prefix makes browsers reject a cookie that was set by another host or an insecure page. */
function nameOf(name: string, { secure }: CookiePolicy): string {
  return secure ? `__Host-${name}` : name;
}

export function readCookie(request: Request, name: string, policy: CookiePolicy): string | undefined {
  return parseCookie(request.get('cookie') ?? '')[nameOf(name, policy)];
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Absent for a cookie that lasts until the browser closes; 0 deletes it. */
  readonly maxAgeSeconds?: number;
}

export function setCookie(response: Response, { name, value, maxAgeSeconds }: Cookie, policy: CookiePolicy): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: nameOf(name, policy),
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: policy.secure,
      ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
    }),
  );
}
