/** `user:secret@` behind a scheme. What cannot be in it ends the search, so that `<https://x.io> jane@…` is left alone. */
const USER_INFO = /([a-z0-9+.-]:\/\/)[^\s/?#<>"[\]]*[@\uFF20\uFE6B](?=\S)/gi;

/** Text whose web addresses carry no credentials: `https://user:secret@host/x` becomes `https://host/x`. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1');
}
