/** `user:secret@` after a scheme. It contains no whitespace or brackets, so `<https://x.io> jane@…` does not match. */
const USER_INFO = /([a-z0-9+.-]:\/\/)[^\s/?#<>"[\]]*[@\uFF20\uFE6B](?=\S)/gi;

/** Removes credentials from web addresses: `https://user:secret@host/x` becomes `https://host/x`. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1');
}
