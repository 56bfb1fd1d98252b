/** The number of characters of a build log to store. */
const LOG_CAP = 256_000;
/** Extra characters kept until the log is masked, because a credential split by the cut could not be recognized. */
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

/** The end of a log that has not been masked yet, with as much context as `redactLog` needs. */
export function unmaskedLogTail(text: string): { content: string; truncated: boolean } {
  return logTail(text, LOG_CAP + LOG_CONTEXT);
}
