interface KnownFix {
  readonly message: RegExp;
  /** `symbol` is what the message quotes first, or words for it. */
  fix(symbol: string, text: string): string;
}

/** Compiler messages whose meaning is known, in several compilers' words, and the fix for each. */
const KNOWN_FIXES: readonly KnownFix[] = [
  {
    message: /\bC(?:2065|3861)\b|use of undeclared identifier|was not declared in this scope/i,
    fix: (symbol) => `Declare ${symbol} or include the file that declares it, and check the spelling.`,
  },
  {
    message: /\bCS0103\b/,
    fix: (symbol) => `Declare ${symbol} in this scope or qualify it with its class, and check the spelling.`,
  },
  {
    message: /\bCS0(?:246|234)\b/,
    fix: (symbol) =>
      `Add the using directive, assembly reference or package that provides ${symbol}, and check the spelling.`,
  },
  {
    message: /cannot find (?:symbol|name|value|type)\b/i,
    fix: (symbol) => `Declare ${symbol} or import it, and check the spelling.`,
  },
  {
    message: /\bC(?:2061|4430)\b|unknown type name|does not name a type/i,
    fix: (symbol) => `Include the file that declares ${symbol}, and check the spelling.`,
  },
  {
    message: /\bC2039\b|no member named|\bCS(?:1061|0117)\b/i,
    fix: (_, text) =>
      `${nameMissingMember(text)}: use one that exists, or update the code or package that declares the type.`,
  },
  {
    message: /\bCS1503\b/,
    fix: () => 'Pass an argument of the type that the parameter has, or convert it.',
  },
  {
    message: /\bCS7036\b/,
    fix: (symbol) => `Pass an argument for the required parameter ${symbol}.`,
  },
  {
    message:
      /\bC(?:2660|2661|2664)\b|no matching (?:member )?function for call|too (?:few|many) arguments|\bCS1501\b/i,
    fix: (symbol) => `Change the call of ${symbol} so that its arguments match the declaration.`,
  },
  {
    message: /\bC(?:2143|2146|2059)\b|expected '?[;)}\]]'?|\bCS100[2-5]\b|syntax error/i,
    fix: () => 'Correct the syntax at the reported location; the mistake may be on the line before it.',
  },
];

const QUOTED = `['‘"\`](?:(?:class|struct|const) )*([^'’"\`]{1,120})['’"\`]`;
/** How compilers say that a type lacks a member: the group of each is named first. */
const MISSING_MEMBERS: readonly (readonly [pattern: RegExp, first: 'member' | 'type'])[] = [
  [new RegExp(`${QUOTED}: is not a member of ${QUOTED}`), 'member'],
  [new RegExp(`no member named ${QUOTED} in ${QUOTED}`), 'member'],
  [new RegExp(`${QUOTED} has no member named ${QUOTED}`), 'type'],
  [new RegExp(`${QUOTED} does not contain a definition for ${QUOTED}`), 'type'],
];

/** `UValve has no member GetPressure`: compilers differ in which of the two they name first. */
function nameMissingMember(text: string): string {
  for (const [pattern, first] of MISSING_MEMBERS) {
    const [, one = '', other = ''] = pattern.exec(text) ?? [];
    const [type, member] = first === 'type' ? [one, other] : [other, one];
    if (type !== '' && type.length + member.length <= MAX_SYMBOL) return `${type} has no member ${member}`;
  }
  return 'The type has no such member';
}

const MAX_SYMBOL = 80;

/** The fix for a compiler message whose meaning is known; null for any other line. */
export function knownFix(text: string, symbol: string | null): string | null {
  const known = KNOWN_FIXES.find(({ message }) => message.test(text));
  if (known === undefined) return null;
  const isNameable = symbol !== null && symbol.length <= MAX_SYMBOL;
  return known.fix(isNameable ? symbol : 'the name in the message', text);
}
