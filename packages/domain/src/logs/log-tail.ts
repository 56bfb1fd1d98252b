/** The number of characters of a build log that are stored. */
const LOG_CAP = 256_000;
/** Further characters that are kept until the log is masked: a credential that the cut splits could not be recognised. */
const LOG_CONTEXT = 8_192;

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** The last `cap` characters (code points) of a log, and whether earlier ones were dropped. */
export function logTail(text: string, cap: number = LOG_CAP): { content: string; truncated: boolean } {
  if (text.length <= cap) return { content: text, truncated: false };
  let start = text.length;
  for (let count = 0; count < cap && start > 0; count += 1) {
    start -= 1;
    const splitsPair =
      start > 0 && isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1));
    if (splitsPair) start -= 1;
  }
  return { content: text.slice(start), truncated: start > 0 };
}

/** The end of a log that has not been masked yet: as much as `redactLog` needs. */
export function unmaskedLogTail(text: string): { content: string; truncated: boolean } {
  return logTail(text, LOG_CAP + LOG_CONTEXT);
}
