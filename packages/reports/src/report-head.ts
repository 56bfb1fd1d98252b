import { JsonScanner } from './json/json-scanner.js';
import { StopReading } from './report-error.js';

/** What the beginning of a file tells about its format. */
export interface ReportHead {
  /** Name of the outermost XML element, without prefix; null if the file is not XML. */
  readonly root: string | null;
  /**
   * Places of the values in the beginning of a JSON file, such as `tests[].state`, down to the third level; empty if the
   * file is not JSON.
   */
  readonly places: ReadonlySet<string>;
  /** For files with one JSON object per line: the fields of the first of them. Text lines may precede it. */
  readonly lineFields: ReadonlySet<string>;
}

const BEFORE_ROOT = /^(?:\s+|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!->))*-->|<!doctype(?:[^[>]|\[[^\]]*\])*>)*/i;
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])/;

export function readHead(text: string): ReportHead {
  const start = text.replace(/^\ufeff/, '').trimStart();
  const root = start.startsWith('<')
    ? (ROOT.exec(start.slice(BEFORE_ROOT.exec(start)?.[0].length ?? 0))?.[1] ?? null)
    : null;
  const isJson = start.startsWith('{') || start.startsWith('[');
  return {
    root,
    places: isJson ? placesIn(start) : new Set(),
    lineFields: root === null ? firstLineFields(start) : new Set(),
  };
}

const MAX_PLACES = 1_000;
const LEVELS = 4;

function placesIn(text: string): Set<string> {
  const places = new Set<string>();
  const path: string[] = [];
  const kinds: ('{' | '[')[] = [];
  let key = '';
  const note = () => {
    const part = kinds.at(-1) === '{' ? key : '[]';
    if (kinds.length <= LEVELS && places.size < MAX_PLACES)
      places.add([...path, part].join('.').replaceAll('.[]', '[]'));
    return part;
  };
  const scanner = new JsonScanner(
    {
      open(kind) {
        if (kinds.length > 0) path.push(note());
        kinds.push(kind);
      },
      close() {
        kinds.pop();
        path.pop();
      },
      key(name) {
        key = name;
      },
      isReading: false,
      beginText: () => undefined,
      text(_, isLast) {
        if (isLast) note();
      },
      literal: note,
    },
    100,
  );
  try {
    scanner.write(text);
  } catch (error) {
    // What precedes the error may be enough.
    if (!(error instanceof StopReading)) throw error;
  }
  return places;
}

function firstLineFields(text: string): Set<string> {
  for (const line of text.split('\n', 500)) {
    if (!line.startsWith('{')) continue;
    try {
      return new Set(Object.keys(JSON.parse(line) as object));
    } catch {
      // A line that only looks like JSON.
    }
  }
  return new Set();
}
