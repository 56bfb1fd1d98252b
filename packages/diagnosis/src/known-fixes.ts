/** Compiler messages whose meaning is known, in several compilers' words, and the fix for each. */
const KNOWN_FIXES: readonly (readonly [message: RegExp, fix: (symbol: string) => string])[] = [
  [
    /\bC(?:2065|3861)\b|use of undeclared identifier|was not declared in this scope|\bCS0103\b|cannot find symbol|cannot find name|cannot find value/i,
    (symbol) => `Declare ${symbol} or include the file that declares it, and check the spelling.`,
  ],
  [
    /\bCS0246\b|\bC(?:2061|4430)\b|unknown type name|does not name a type|cannot find type/i,
    (symbol) => `Include or reference what declares ${symbol}, and check the spelling.`,
  ],
  [
    /\bC2039\b|no member named|has no member named|\bCS(?:1061|0117)\b/i,
    (symbol) =>
      `${symbol} does not have this member: use one that exists, or update the code or package that declares it.`,
  ],
  [
    /\bC(?:2660|2661|2664)\b|no matching (?:member )?function for call|too (?:few|many) arguments|\bCS(?:1501|1503|7036)\b/i,
    (symbol) => `Change the call of ${symbol} so that its arguments match the declaration.`,
  ],
  [
    /\bC(?:2143|2146|2059)\b|expected '?[;)}\]]'?|\bCS100[2-5]\b|syntax error/i,
    () => 'Correct the syntax at the reported location; the mistake may be on the line before it.',
  ],
];

const MAX_SYMBOL = 80;

/** The fix for a compiler message whose meaning is known; null for any other line. */
export function knownFix(text: string, symbol: string | null): string | null {
  const fix = KNOWN_FIXES.find(([message]) => message.test(text))?.[1];
  if (fix === undefined) return null;
  const isNameable = symbol !== null && symbol.length <= MAX_SYMBOL;
  return capitalize(fix(isNameable ? symbol : 'the name in the message'));
}

const capitalize = (text: string) => (/^the /.test(text) ? `T${text.slice(1)}` : text);
