/** A place in a file, with the path in the log. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
}

export interface Frame extends Place {
  /** True for a file in a library, a runtime or a temporary folder. */
  readonly foreign: boolean;
  /** The class of a JVM frame, including its package. */
  readonly owner: string | null;
  /** Python prints the innermost frame last. */
  readonly innermostLast: boolean;
}

// Python stack frames, as printed by the interpreter and by pytest.
const PYTHON_FRAMES: readonly RegExp[] = [
  /^\s{0,12}(?:E +)?File "(?<file>[^"]{1,300})", line (?<line>\d{1,7})/,
  /^(?:E {1,16})?(?<file>(?:[A-Za-z]:)?[\w@./\\~+-]{2,300}\.pyx?):(?<line>\d{1,7}):/,
  /\((?<file>\/?[\w./-]{2,300}\.\w{1,10}), line (?<line>\d{1,7})\)/,
];

// Other stack frames, in the order in which they are tried on a line.
const FRAMES: readonly RegExp[] = [
  /^\s{0,16}at (?:async )?(?:[^(]{0,200}\()?(?:file:\/\/)?(?<file>(?:[A-Za-z]:)?[\w@./\\~+-]{2,300}\.(?:[cm]?[jt]sx?|vue|coffee)):(?<line>\d{1,7})(?::\d{1,5})?\)?/,
  /^\s{0,16}at (?<owner>[\w.$]{3,240})\.[\w$<>]{1,120}\((?<file>\w{1,120}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  /^\s{0,16}at .{3,300} in (?<file>(?:[A-Za-z]:)?[^:]{2,300}):(?:line )?(?<line>\d{1,7})/,
  /^\s{0,8}(?:# )?(?<file>(?:[A-Za-z]:)?[\w@./~+-]{2,300}\.(?:rb|exs?|erl|php|lua|t|pl|pm|rake|feature)):(?<line>\d{1,7})(?::|$|\s)/,
  /^\s{0,8}(?:-->|:::|╭─\[|──▶) ?(?<file>[^\s:]{1,300}):(?<line>\d{1,7})/,
  /^\s{0,16}(?<file>[\w@./~+-]{2,300}\.(?:py|go|rs|swift|m|cpp|cc|c|h|hs|java|kt|scala|cs|clj|ex|js|ts)):(?<line>\d{1,7})(?::|$|\s)/,
  /^\s{0,16}[\w.$]{3,240} at (?<file>\w{1,120}\.(?:java|kt|scala|groovy)):(?<line>\d{1,7})$/,
];

const FOREIGN_FILE =
  /node_modules|site-packages|dist-packages|\/lib\/python|\/lib\d*\/|^\/(?:usr|opt|tmp)\/|\/gems\/|\/\.rvm\/|\/rubies\/|\/vendor\/|\/\.cargo\/|^(?:internal|node:)|\/(?:libstd|libcore|rustc)\/|^(?:module|vm|net|events|timers|fs|util|assert|bootstrap_node|next_tick|_stream_\w{1,20}|child_process)\.js$|\/go\/src\/|\/goroot\/|unittest|_pytest|google_appengine|^<|\/bin\//i;
const FOREIGN_OWNER =
  /^(?:java|javax|jdk|sun|com\.sun|org\.junit|junit|org\.testng|org\.gradle|org\.apache\.maven|org\.mockito|org\.hamcrest|org\.assertj|com\.google\.common|scala|kotlin|groovy|org\.codehaus|org\.scalatest|sbt|clojure|org\.spockframework|org\.eclipse|org\.powermock)\./;
const TEST_FILE =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|testing)[/\\]|(?:^|[/\\])(?:test_|conftest)[^/\\]*$|[._-](?:test|spec|tests)\.\w{1,5}$/i;
const TEST_CLASS = /(?:Tests?|TestCase|IT|Spec|Suite)\.\w{2,6}$|(?:^|[/\\])Test[A-Z]\w{0,80}\.\w{2,6}$/;

/** Whether the path belongs to a test rather than to the code it tests. */
export function isTestFile(file: string): boolean {
  return TEST_FILE.test(file) || TEST_CLASS.test(file);
}

/** Whether the path is in a library, a runtime or a temporary folder. */
export function isForeignFile(file: string): boolean {
  return FOREIGN_FILE.test(file);
}

// Every frame has a line number; looking for it first saves most other searches.
const COLON_NUMBER = /:(?:line )?\d/;

export function frameIn(text: string): Frame | null {
  return pythonFrameIn(text) ?? (COLON_NUMBER.test(text) ? match(FRAMES, text, false) : null);
}

export function pythonFrameIn(text: string): Frame | null {
  return text.includes(', line ') || text.includes('.py') ? match(PYTHON_FRAMES, text, true) : null;
}

function match(patterns: readonly RegExp[], text: string, innermostLast: boolean): Frame | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    const file = groups?.file;
    if (file === undefined) continue;
    const owner = groups?.owner ?? null;
    const folder = owner === null ? '' : owner.split('.').slice(0, -1).join('/');
    return {
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(groups?.line),
      owner,
      foreign: owner === null ? isForeignFile(file) : FOREIGN_OWNER.test(owner),
      innermostLast,
    };
  }
  return null;
}
