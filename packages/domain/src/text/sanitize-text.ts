/**
 * The at-sign, its full-width and small forms, and its escapes in HTML and (encoded any number of times) in web
 * addresses.
 */
const AT_SIGN = /[@\uFF20\uFE6B]|%(?:25)*40|&(?:#0*64|#x0*40|commat);/i;
const AT_SIGNS = new RegExp(AT_SIGN, 'gi');
/** Characters of a domain. At-signs are included: everything they join belongs to the first address. */
const DOMAIN_RUN = /[\p{L}\p{N}\p{M}._@\uFF20\uFE6B-]*/uy;
const DOMAIN_PUNCTUATION = '._-@\uFF20\uFE6B';
const DOMAIN_LITERAL = /\[[0-9A-Fa-f:.]{1,45}\]/y;
/** A version, date or changelist number, as in `react@18.2.0` and `//depot/main@1234`. */
const REVISION = /^v?[0-9][0-9._-]*$/;
const LOCAL_END = /^[^\s<>()[\],;:]$/;
const SPACE = /^\s$/;

interface Sign {
  readonly start: number;
  readonly end: number;
  readonly encoded: boolean;
}

interface Run {
  readonly end: number;
  /** The end without trailing punctuation: a full stop after an address belongs to the sentence. */
  readonly contentEnd: number;
}

/** True unless the sign is next to whitespace or at an edge of the text. */
function isInsideWord(text: string, { start, end }: Sign): boolean {
  if (start === 0 || end >= text.length) return false;
  return !SPACE.test(text.charAt(start - 1)) && !SPACE.test(text.charAt(end));
}

function measureRun(text: string, start: number): Run {
  DOMAIN_RUN.lastIndex = start;
  const end = start + (DOMAIN_RUN.exec(text)?.[0].length ?? 0);
  let contentEnd = end;
  while (contentEnd > start && DOMAIN_PUNCTUATION.includes(text.charAt(contentEnd - 1))) contentEnd -= 1;
  return { end, contentEnd };
}

/** The end of the address around the sign, which `run` follows; null if there is no address. */
function addressEnd(text: string, sign: Sign, run: Run): number | null {
  if (!LOCAL_END.test(text.charAt(sign.start - 1))) return null;
  const domain = text.slice(sign.end, run.contentEnd);
  // Encoded at-signs are frequent in web addresses, so only a full domain makes an address.
  if (sign.encoded) return domain.includes('.') && !REVISION.test(domain) ? run.contentEnd : null;
  if (domain === '') return literalEnd(text, sign.end);
  return REVISION.test(domain) ? null : run.contentEnd;
}

/** The end of `[192.0.2.1]`, the other form of a domain, with the domain characters after it. */
function literalEnd(text: string, start: number): number | null {
  DOMAIN_LITERAL.lastIndex = start;
  const literal = DOMAIN_LITERAL.exec(text);
  return literal === null ? null : measureRun(text, start + literal[0].length).contentEnd;
}

/**
 * Removes credentials from web addresses and reduces email addresses to their local part. Any other at-sign inside a
 * word (`//depot/main@1234`, `react@18.2.0`) gets a space before it, so that none is left between two characters. Takes
 * linear time.
 */
export function sanitizeText(text: string): string {
  // Remove user info first: `secret@host` looks like an email address.
  return withoutAddresses(withoutUserInfo(text));
}

function withoutAddresses(text: string): string {
  let result = '';
  let copied = 0;
  // Measured once for all the at-signs in it.
  let run: Run = { end: 0, contentEnd: 0 };
  for (const match of text.matchAll(AT_SIGNS)) {
    const [spelled] = match;
    const sign = { start: match.index, end: match.index + spelled.length, encoded: spelled.length > 1 };
    if (sign.start < copied || !isInsideWord(text, sign)) continue;
    if (sign.end >= run.end) run = measureRun(text, sign.end);
    const end = addressEnd(text, sign, run);
    if (end === null && sign.encoded) continue;
    result += text.slice(copied, sign.start) + (end === null ? ` ${spelled}` : '');
    copied = end ?? sign.end;
  }
  return result + text.slice(copied);
}

/**
 * An author without any at-sign: the name from `name <address>`, or the local part of a bare address.
 */
export function sanitizeAuthor(author: string): string {
  if (!AT_SIGN.test(author)) return author;
  const quoted = new RegExp(`^\\s*"([^"]*)"(?:${AT_SIGN.source})`, 'i').exec(author)?.[1];
  if (quoted !== undefined) return sanitizeAuthor(quoted);
  const words = author.split(/[\s<>]+/);
  const names = words.filter((word) => word !== '' && !AT_SIGN.test(word));
  const name = withoutWrapping(withoutSeparator(names.join(' ')));
  return name === '' ? localPart(words.find((word) => AT_SIGN.test(word)) ?? '') : name;
}

/** Removes the comma or dash before the address. */
function withoutSeparator(name: string): string {
  let end = name.length;
  while (end > 0 && ' ,;:-'.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Removes the quotes or parentheses around a name, which mail headers use. */
function withoutWrapping(name: string): string {
  return /^"([^"]*)"$/.exec(name)?.[1] ?? /^\(([^()]*)\)$/.exec(name)?.[1] ?? name;
}

/** The part before the first at-sign; for a mention such as `@jane`, the part after it. */
function localPart(word: string): string {
  const address = word.replace(/^[[({"',;]+/, '').replace(/^mailto:/i, '');
  return address.split(AT_SIGN).find((part) => part !== '') ?? '';
}

/** True for text that may be an email address: it has an at-sign after its first character. */
export function looksLikeEmail(text: string): boolean {
  return AT_SIGN.test(text.slice(1));
}

/** `user:secret@` after a scheme. It contains no whitespace or brackets, so `<https://x.io> jane@…` does not match. */
const USER_INFO = /([a-z0-9+.-]:\/\/)[^\s/?#<>"[\]]*[@\uFF20\uFE6B](?=\S)/gi;

/** Removes credentials from web addresses: `https://user:secret@host/x` becomes `https://host/x`. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1');
}
