/** The value if it is an http(s) address; a payload may put anything into a link. */
export function webAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
