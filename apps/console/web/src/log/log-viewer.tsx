import { useLocation, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { count } from '../ui/format.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { colourLines, plainText } from './ansi.js';
import { LogLine, type Mark } from './log-line.js';
import {
  errorLines,
  foldRows,
  formatLineRange,
  type LineRange,
  type LogRow,
  neighbour,
  parseLineRange,
  rowOfLine,
} from './log-rows.js';
import { LogToolbar } from './log-toolbar.js';
import { useLogSearch } from './use-log-search.js';

interface LogViewerProps {
  readonly lines: readonly string[];
  /** The line that the investigation quotes. */
  readonly keyLine?: number | undefined;
  /** Older output was dropped when the log was captured. */
  readonly truncated: boolean;
  readonly downloadName: string;
  /** Opens at the first error unless a line is named. */
  readonly isFailed: boolean;
}

const ROW_HEIGHT = 18;
const OVERSCAN = 20;
/** Lines are not drawn wider than this many characters. */
const MAX_WIDTH = 4_000;
const PHONE = '(max-width: 640px)';

/** A log of any length: only the visible rows exist in the page. */
export function LogViewer({ lines: raw, keyLine, truncated, downloadName, isFailed }: LogViewerProps) {
  const { lines, colours, errors, longest } = useLogText(raw);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => foldRows(lines, unfolded), [lines, unfolded]);
  const [wrap, setWrap] = useState(() => matchMedia(PHONE).matches);
  const { search, setSearch, pattern, isInvalid, found, isComplete } = useLogSearch(lines);
  const hits = useMemo(() => new Set(found), [found]);
  const scroller = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { virtualizer, showLine } = useRows(rows, scroller, wrap);
  const { range, select, extend } = useLineRange(
    scroller,
    showLine,
    keyLine ?? (isFailed ? errors[0] : undefined),
  );
  const current = range?.from ?? 0;

  const jump = useCallback(
    (among: readonly number[], step: 1 | -1) => {
      const line = neighbour(among, current, step);
      if (line !== null) select({ from: line, to: line }, true);
    },
    [current, select],
  );
  const shortcuts = useMemo(
    () =>
      Object.fromEntries([
        ['n', () => jump(found, 1)],
        ['N', () => jump(found, -1)],
        ['e', () => jump(errors, 1)],
        ['E', () => jump(errors, -1)],
      ]),
    [jump, found, errors],
  );
  useShortcuts(shortcuts);
  const unfold = useCallback((line: number) => setUnfolded((before) => new Set([...before, line])), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl F searches the log instead of the few lines on screen
    <div
      className="flex flex-col"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        input.current?.select();
      }}
    >
      <LogToolbar
        input={input}
        search={search}
        onSearch={setSearch}
        isInvalid={isInvalid}
        found={found.length}
        position={found.indexOf(current) + 1}
        isComplete={isComplete}
        onJump={(step) => jump(found, step)}
        errors={errors.length}
        onJumpError={(step) => jump(errors, step)}
        onJumpKey={keyLine === undefined ? undefined : () => select({ from: keyLine, to: keyLine }, true)}
        wrap={wrap}
        onWrap={setWrap}
        onDownload={() => download(lines.join('\n'), downloadName)}
        selection={range && { label: labelOf(range), text: lines.slice(range.from - 1, range.to).join('\n') }}
      />
      {truncated && (
        <p className="border-b border-line px-4 py-1 text-xs text-ink-faint">
          Older output was dropped; these are the last {count(lines.length)} lines.
        </p>
      )}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Build log"
        className="max-h-[75dvh] min-h-24 overflow-auto overscroll-contain bg-sunken py-1 font-mono text-xs leading-[18px] -outline-offset-2"
      >
        <div
          className="relative"
          style={{ height: virtualizer.getTotalSize(), ...(!wrap && { minWidth: `calc(${longest}ch + 5rem)` }) }}
        >
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
                <LogLine
                  row={row}
                  text={lines[row.line - 1] ?? ''}
                  segments={colours.get(row.line - 1)}
                  pattern={hits.has(row.line) ? pattern : null}
                  wrap={wrap}
                  mark={markOf(row, range, keyLine)}
                  onSelect={extend}
                  onUnfold={unfold}
                />
              </div>
            );
          })}
        </div>
      </section>
    </div>
  );
}

/** The lines without escape sequences, their colours, and what else is computed once. */
function useLogText(raw: readonly string[]) {
  return useMemo(() => {
    const lines = raw.map(plainText);
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
    return { lines, colours: colourLines(raw), errors: errorLines(lines), longest: Math.min(MAX_WIDTH, longest) };
  }, [raw]);
}

/** The virtual list, and how to bring a line into the middle of it. */
function useRows(rows: readonly LogRow[], scroller: RefObject<HTMLElement | null>, wrap: boolean) {
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

/** The selected lines. They live in the address, so that a link leads to them. */
function useLineRange(
  scroller: RefObject<HTMLElement | null>,
  showLine: (line: number) => void,
  start: number | undefined,
) {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const range = useMemo(() => parseLineRange(hash), [hash]);
  const selectedHere = useRef('');
  const latest = useRef(range);
  latest.current = range;

  const select = useCallback(
    (next: LineRange, isShown: boolean) => {
      const written = formatLineRange(next).slice(1);
      selectedHere.current = written;
      void navigate({
        to: '.',
        search: true,
        hash: written,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      });
      if (isShown) showLine(next.from);
    },
    [navigate, showLine],
  );
  const extend = useCallback(
    (line: number, isExtending: boolean) => {
      const from = isExtending ? (latest.current?.from ?? line) : line;
      select({ from: Math.min(from, line), to: Math.max(from, line) }, false);
    },
    [select],
  );

  // A link to a line opens there; without one, a failed build opens at the line that explains it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another link was followed
  useEffect(() => {
    if (hash !== '' && hash === selectedHere.current) return;
    const target = range?.from ?? start;
    if (target !== undefined) showLine(target);
    if (range !== null) scroller.current?.scrollIntoView({ block: 'center' });
  }, [hash, start]);
  return { range, select, extend };
}

const labelOf = ({ from, to }: LineRange) => (from === to ? `Line ${from}` : `Lines ${from} to ${to}`);

function markOf({ line, count: lines }: LogRow, range: LineRange | null, keyLine: number | undefined): Mark {
  if (range !== null && range.from < line + lines && range.to >= line) return 'selected';
  return keyLine !== undefined && keyLine >= line && keyLine < line + lines ? 'key' : 'none';
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
