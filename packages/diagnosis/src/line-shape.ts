/** A property of a line's text that helps tell whether the line names a cause, whichever tool printed it. */
type Shape = readonly [name: string, pattern: RegExp];

/** A line that reports the status with which something ended. */
export const EXIT_STATUS = /\bexit(?:ed|ing|s)?\b.{0,24}\b(?:code|status|with)\b|non-?zero|returned \d|status \d/i;

const SHAPES: readonly Shape[] = [
  ['error-first', /^\s{0,12}[[(*!]{0,4}(?:ERROR|Error|error|FATAL|Fatal|fatal|CRITICAL|SEVERE|E)\b/],
  ['error-word', /\b(?:errors?|ERRORS?|Errors?)\b/],
  ['fatal-word', /\b(?:fatal|critical|severe|panic|abort(?:ed|ing)?|crash(?:ed)?|killed)\b/i],
  ['fail-word', /\bfail(?:ed|ures?|ing|s)?\b/i],
  ['fail-first', /^\s{0,12}\W{0,4}fail(?:ed|ures?)?\b/i],
  ['exception', /\w(?:Error|Exception|Failure)\b/],
  ['exception-first', /^\s{0,8}(?:E {1,8})?(?:Caused by: )?[\w.$]{0,160}(?:Error|Exception)\b(?::|$)/],
  [
    'denial',
    /\b(?:cannot|can't|could ?n[o']t|unable|not (?:found|allowed|supported|a |defined)|invalid|missing|undefined|unexpected|no such|unknown|refused|denied|illegal|must|required|does ?n[o']t)\b/i,
  ],
  ['comparison', /\b(?:expected|actual|assert\w{0,20}|should|got|but was)\b/i],
  ['warning', /\bwarn(?:ing)?s?\b|deprecat/i],
  ['place', /[\w)]\.[A-Za-z]\w{0,9}(?::| ?\(|:?,? line )\d{1,7}/],
  ['place-first', /^\s{0,8}(?:[A-Za-z]:)?[\w@+./\\-]{2,240}\.[A-Za-z]\w{0,9}(?::| ?\()\d{1,7}/],
  [
    'count',
    /\b\d+ (?:of \d+ |\w{1,12} )?(?:tests?|errors?|failures?|failed|failing|problems?|warnings?|offenses?|specs?|examples?|assertions?|violations?|checks?)\b|\b(?:tests?|errors?|failures?|failed|failing|run)\s{0,2}[:=]\s{0,2}\d/i,
  ],
  ['exit', EXIT_STATUS],
  [
    'wrapper',
    /^\W{0,12}(?:BUILD FAIL|Build fail|Command failed|The command|make(?:\[\d+\])?: |Failed to execute goal|Execution failed|npm ERR!|script returned|Job failed|Process completed|There (?:was|were) )/,
  ],
  ['ruler', /[=\-_*#~]{6}/],
  ['colon-end', /:\s{0,4}$/],
  ['frame', /^\s{0,16}(?:at [\w$.<>/]|File "|from |in |#\d{1,4} |\.{3} \d+ more)/],
  ['bullet', /^\s{0,12}(?:\d{1,4}[).]|[-*•✗✘×●✖>]) {1,4}\S/],
  ['cross', /[✗✘×✖❌🚨]/u],
  ['command', /^\s{0,4}(?:\$ |\+{1,4} ?\S|> |\[command\]|##\[|Running |Executing )/],
  ['quoted', /["'`“‘].{1,200}["'`”’]/],
  ['test-name', /::\w|\b[Tt]est_?\w|\w(?:Tests?|Spec|TestCase)\b/],
  ['url', /https?:\/\//],
  [
    'advice',
    /\b(?:try|please|see|run|re-?run|hint|help|more info(?:rmation)?|consider|you (?:can|may|need|should)|use)\b/i,
  ],
  ['skipped', /\b(?:skip(?:ped|ping)?|ignor(?:e|ed|ing)|pending|optional|allowed)\b/i],
  ['good', /\b(?:pass(?:ed|es|ing)?|success\w{0,6}|succeeded|ok|done|complete[d]?)\b/i],
  ['fetch', /\b(?:download|fetch|clon|install|resolv|upload|retr(?:y|ies)|attempt)\w{0,6}\b/i],
  ['timed', /\b\d{1,6}(?:[.,]\d{1,6})? ?(?:ms|s|sec|seconds?|min)\b/],
  ['option', /(?:^|\s)--?\w[\w-]{1,40}(?:[= ]|$)/],
  ['capitals', /^[^a-z]{8,}$/],
  ['assigned', /^\s{0,12}[\w.-]{1,60} ?[=:] ?\S/],
];

const INDENTS = [0, 1, 2, 4, 8] as const;
const LENGTHS = [12, 30, 60, 120, 250] as const;

export const FRAME = /^\s{1,16}(?:at [\w$.<>/]|File "|from |in |#\d{1,4} |\.{3} \d+ more)/;
/** A ruled line above or below a heading. */
export const RULER = /^[\s\W_]{0,4}[=\-_*#~]{6}/;
export const GOOD = /\b(?:passed|PASS|ok|OK|success\w{0,4})\b|[✓✔√✅]/u;
const PASSED_FIRST = /^\s{0,12}(?:ok \d|[✓✔√✅]|PASS\b|--- PASS|\[ {7}OK)/u;
const PASSED_LAST = ['passed', 'PASS', 'PASSED', ' ok', ' OK'];
/** The command that a tool or a CI system prints when it starts it. */
export const COMMAND =
  /^\s{0,4}(?:\$ \S|\+{1,3} ?[\w./]|> \S|\[command\]|##\[group\]Run|Running |Executing |make(?:\[\d\])?: Entering|> Task |\[INFO\] --- |Step \d+\/\d+ )/;

export function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** The shapes of a line: its words, marks, indentation and length. */
export function shapesOf(text: string): string[] {
  const found = SHAPES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  const trimmed = text.trimStart();
  found.push(`indent-${INDENTS.findLast((least) => indentOf(text) >= least)}`);
  found.push(`length-${LENGTHS.findLast((least) => trimmed.length >= least) ?? 0}`);
  return found;
}

export function isPassedTest(text: string): boolean {
  return PASSED_FIRST.test(text) || PASSED_LAST.some((end) => text.endsWith(end));
}
