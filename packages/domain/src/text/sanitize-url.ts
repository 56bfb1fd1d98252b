import { sanitizeText } from './sanitize-text.js';
import { withoutUserInfo } from './url-user-info.js';

/** `user:secret@` before a host. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * Removes credentials and email addresses from a web address. Other at-signs become `%40`, which servers treat the
 * same.
 */
export function sanitizeUrl(url: string): string {
  return sanitizeText(withoutUserInfo(url.replace(USER_INFO, '$1')).replaceAll('@', '%40'));
}
