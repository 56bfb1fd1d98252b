import { sanitizeText } from './sanitize-text.js';
import { withoutUserInfo } from './url-user-info.js';

/** `user:secret@` in front of a host. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * A web address without credentials or e-mail addresses. An at-sign that is neither is written `%40`, which a server
 * reads the same.
 */
export function sanitizeUrl(url: string): string {
  return sanitizeText(withoutUserInfo(url.replace(USER_INFO, '$1')).replaceAll('@', '%40'));
}
