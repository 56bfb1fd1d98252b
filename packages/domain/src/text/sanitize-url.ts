import { sanitizeText, withoutUserInfo } from './sanitize-text.js';

/** `user:secret@` before a host. */
const ADDRESS_USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * Removes credentials and email addresses from a web address. Other at-signs become `%40`, which servers treat the
 * same.
 */
export function sanitizeUrl(url: string): string {
  return sanitizeText(withoutUserInfo(url.replace(ADDRESS_USER_INFO, '$1')).replaceAll('@', '%40'));
}
