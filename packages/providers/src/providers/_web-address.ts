/** An address a person may follow: of the web, or none. What a payload calls a link may be anything. */
export function webAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
