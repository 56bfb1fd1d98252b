import { useVirtualizer } from '@tanstack/react-virtual';
import { AnsiUp } from 'ansi_up';
import { memo, type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.js';
import { count } from '../ui/format.js';
import {
  errorLines,
  foldRows,
  formatLineRange,
  type LineRange,
  type LogRow,
  neighbour,
  parseLineRange,
  parseSearch,
  rowOfLine,
  searchLines,
  splitLines,
} from './log-rows.js';
import { LogToolbar } from './log-toolbar.js';

interface LogViewerProps {
  readonly text: string;
  /** The line that the investigation quotes. */
  readonly keyLine?: number | undefined;
  /** The number that the first line has: older lines may have been dropped. */
  readonly truncated: boolean;
  readonly downloadName: string;
}

const ROW_HEIGHT = 18;
const OVERSCAN = 30;
const ESCAPE = '\u001b';

/** A log of any length: only the visible rows exist in the page. */
export function LogViewer({ text, keyLine, truncated, downloadName }: LogViewerProps) {
  const lines = useMemo(() => splitLines(text), [text]);
  const html = useMemo(() => colourLines(lines), [lines]);
  const errors = useMemo(() => errorLines(lines), [lines]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => foldRows(lines, unfolded), [lines, unfolded]);
  const [range, setRange] = useState<LineRange | null>(() => parseLineRange(window.location.hash));
  const [wrap, setWrap] = useState(false);
  const [search, setSearch] = useState({ text: '', isPattern: false });
  const typed = useDeferredValue(search);
  const pattern = useMemo(() => (typed.text === '' ? null : parseSearch(typed.text, typed.isPattern)), [typed]);
  const { found, isComplete } = useMemo(
    () => (pattern === null ? { found: [], isComplete: true } : searchLines(lines, pattern)),
    [lines, pattern],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const { virtualizer, showLine } = useRows(rows, scroller, wrap);
  const current = range?.from ?? 0;

  const select = useCallback(
    (next: LineRange, isShown = true) => {
      setRange(next);
      window.history.replaceState(window.history.state, '', formatLineRange(next));
      if (isShown) showLine(next.from);
    },
    [showLine],
  );
  const jump = useCallback(
    (among: readonly number[], step: 1 | -1) => {
      const line = neighbour(among, current, step);
      if (line !== null) select({ from: line, to: line });
    },
    [current, select],
  );

  // A link to a line opens there; without one, a failed build opens at the line that explains it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another log is shown
  useEffect(() => {
    const start = parseLineRange(window.location.hash)?.from ?? keyLine;
    if (start !== undefined) showLine(start);
  }, [text]);

  return (
    <div className="flex flex-col">
      <LogToolbar
        search={search}
        onSearch={setSearch}
        isInvalid={typed.text !== '' && pattern === null}
        found={found.length}
        position={found.indexOf(current) + 1}
        isComplete={isComplete}
        onJump={(step) => jump(found, step)}
        errors={errors.length}
        onJumpError={(step) => jump(errors, step)}
        onJumpKey={keyLine === undefined ? undefined : () => select({ from: keyLine, to: keyLine })}
        wrap={wrap}
        onWrap={setWrap}
        onDownload={() => download(text, downloadName)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label="Build log"
        className="h-[70dvh] overflow-auto bg-sunken font-mono text-xs leading-[18px]"
        onKeyDown={(event) => {
          if (event.key === 'n' || event.key === 'N') jump(found, event.key === 'n' ? 1 : -1);
          else if (event.key === 'e' || event.key === 'E') jump(errors, event.key === 'e' ? 1 : -1);
        }}
      >
        {truncated && (
          <p className="border-b border-line px-3 py-1 text-ink-faint">
            Older output was dropped; these are the last {count(lines.length)} lines.
          </p>
        )}
        <div className="relative w-max min-w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.line}
                data-index={index}
                ref={wrap ? virtualizer.measureElement : undefined}
                className="absolute left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Line
                  row={row}
                  text={lines[row.line - 1] ?? ''}
                  html={html?.[row.line - 1]}
                  wrap={wrap}
                  mark={markOf(row, { range, keyLine, pattern })}
                  onSelect={(line, isExtending) =>
                    select(
                      {
                        from: isExtending ? Math.min(current || line, line) : line,
                        to: isExtending ? Math.max(current, line) : line,
                      },
                      false,
                    )
                  }
                  onUnfold={() => setUnfolded(new Set([...unfolded, row.line]))}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The virtual list, and how to bring a line into the middle of it. */
function useRows(rows: readonly LogRow[], scroller: RefObject<HTMLDivElement | null>, wrap: boolean) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when wrapping changes
  useEffect(() => virtualizer.measure(), [wrap]);
  const showLine = useCallback(
    (line: number) => virtualizer.scrollToIndex(rowOfLine(rows, line), { align: 'center' }),
    [rows, virtualizer],
  );
  return { virtualizer, showLine };
}

type Mark = 'none' | 'selected' | 'key' | 'found';

function markOf(
  { line, count: lines }: LogRow,
  about: { range: LineRange | null; keyLine: number | undefined; pattern: RegExp | null },
): Mark {
  const holds = (wanted: number) => wanted >= line && wanted < line + lines;
  if (about.range !== null && about.range.from < line + lines && about.range.to >= line) return 'selected';
  return about.keyLine !== undefined && holds(about.keyLine) ? 'key' : 'none';
}

interface LineProps {
  readonly row: LogRow;
  readonly text: string;
  readonly html: string | undefined;
  readonly wrap: boolean;
  readonly mark: Mark;
  onSelect(line: number, isExtending: boolean): void;
  onUnfold(): void;
}

const MARKS: Readonly<Record<Mark, string>> = {
  none: '',
  selected: 'bg-accent-soft',
  key: 'bg-bad-soft',
  found: 'bg-warn-soft',
};

const Line = memo(function Line({ row, text, html, wrap, mark, onSelect, onUnfold }: LineProps) {
  return (
    <div className={classNames('flex min-w-full', MARKS[mark])}>
      <a
        href={`#L${row.line}`}
        aria-label={`Line ${row.line}`}
        className="sticky left-0 w-14 shrink-0 select-none bg-sunken pr-3 text-right text-ink-faint hover:text-ink"
        onClick={(event) => {
          event.preventDefault();
          onSelect(row.line, event.shiftKey);
        }}
      >
        {row.line}
      </a>
      {html === undefined ? (
        <span className={wrap ? 'whitespace-pre-wrap break-all' : 'whitespace-pre'}>{text || ' '}</span>
      ) : (
        <span
          className={wrap ? 'whitespace-pre-wrap break-all' : 'whitespace-pre'}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: ansi_up escapes the text
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {row.count > 1 && (
        <button type="button" onClick={onUnfold} className="ml-3 shrink-0 text-accent-text hover:underline">
          {count(row.count - 1)} more like this
        </button>
      )}
    </div>
  );
}, isSameLine);

function isSameLine(before: LineProps, after: LineProps): boolean {
  return (
    before.row.line === after.row.line &&
    before.row.count === after.row.count &&
    before.text === after.text &&
    before.wrap === after.wrap &&
    before.mark === after.mark
  );
}

/** Lines with terminal colours as HTML, undefined for the others; undefined as a whole when there are none. */
function colourLines(lines: readonly string[]): readonly (string | undefined)[] | undefined {
  if (!lines.some((line) => line.includes(ESCAPE))) return undefined;
  const colours = new AnsiUp();
  colours.use_classes = true;
  return lines.map((line) => colours.ansi_to_html(line));
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
