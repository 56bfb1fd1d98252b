import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { classNames } from '../ui/class-names.js';
import { count } from '../words/format.js';
import type { Segment } from './ansi.js';
import { type LineRange, type LogRow, rowOfLine, splitMatches } from './log-rows.js';
import { isCut, type LogText, shortClock } from './log-text.js';

type Mark = 'none' | 'selected' | 'key' | 'found';

interface LineProps {
  readonly row: LogRow;
  readonly text: string;
  /** What the build server printed before the message; null if the column is hidden. */
  readonly clock: string | null;
  readonly segments: readonly Segment[] | undefined;
  readonly pattern: RegExp | null;
  readonly wrap: boolean;
  readonly mark: Mark;
  readonly isError: boolean;
  onSelect(line: number, isExtending: boolean): void;
  onUnfold(line: number): void;
}

/** Rendering a line of a million characters would take seconds. */
const MAX_SHOWN = 4_000;

const LINE: Readonly<Record<Mark, string>> = {
  none: '',
  selected: 'bg-accent-soft',
  key: 'bg-bad-soft',
  found: 'bg-warn-soft',
};
const NUMBER: Readonly<Record<Mark, string>> = {
  none: 'bg-sunken text-ink-faint',
  selected: 'bg-accent-soft text-accent-text',
  key: 'bg-bad-soft text-bad',
  found: 'bg-warn-soft text-warn',
};

const LogLine = memo(function LogLine(props: LineProps) {
  const { row, text, clock, segments, pattern, wrap, mark, isError, onSelect, onUnfold } = props;
  const dropped = text.length - MAX_SHOWN;
  return (
    <div className={classNames('flex min-w-full', LINE[mark])}>
      <a
        href={`#L${row.line}`}
        aria-label={`Line ${row.line}`}
        tabIndex={-1}
        className={classNames(
          'sticky left-0 w-12 shrink-0 select-none pr-2 text-right hover:text-ink sm:w-14 sm:pr-3',
          NUMBER[mark],
          isError && mark === 'none' && 'text-bad',
        )}
        onClick={(event) => {
          event.preventDefault();
          onSelect(row.line, event.shiftKey);
        }}
      >
        {row.line}
      </a>
      {clock !== null && (
        <span title={clock.trim()} className="w-20 shrink-0 truncate pr-2 text-ink-faint">
          {shortClock(clock)}
        </span>
      )}
      <span
        className={classNames(
          'min-w-0 pr-3',
          wrap ? 'whitespace-pre-wrap break-all' : 'whitespace-pre',
          isError && 'text-bad',
          isCut(text) && 'flex-1 border-y border-line-strong border-dashed text-ink-soft',
        )}
      >
        {segments === undefined
          ? highlight(text.slice(0, MAX_SHOWN) || ' ', pattern)
          : shorten(segments).map((segment, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a line never change
              <span key={place} className={segment.look}>
                {highlight(segment.text, pattern)}
              </span>
            ))}
        {dropped > 0 && <span className="text-ink-faint"> … {count(dropped)} more characters</span>}
      </span>
      {row.count > 1 && (
        <button type="button" onClick={() => onUnfold(row.line)} className="shrink-0 pr-3 text-accent-text">
          {count(row.count - 1)} more like this
        </button>
      )}
    </div>
  );
});

function shorten(segments: readonly Segment[]): Segment[] {
  let left = MAX_SHOWN;
  return segments.flatMap(({ text, look }) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown === '' ? [] : [{ text: shown, look }];
  });
}

function highlight(text: string, pattern: RegExp | null): ReactNode {
  if (pattern === null) return text;
  return splitMatches(text, pattern).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other identity
      <mark key={place} className="found-text rounded-[2px]">
        {part}
      </mark>
    ),
  );
}

const ROW_HEIGHT = 18;
const OVERSCAN = 10;
/** The height of the note above the first line of a log that was cut. */
const CUT_HEIGHT = 28;

export interface LogScrollerHandle {
  showLine(line: number): void;
  scrollIntoView(): void;
}

interface LogScrollerProps {
  readonly ref: Ref<LogScrollerHandle>;
  readonly rows: readonly LogRow[];
  readonly text: LogText;
  readonly pattern: RegExp | null;
  readonly hits: ReadonlySet<number>;
  readonly wrap: boolean;
  readonly showsClocks: boolean;
  readonly isStartCut: boolean;
  readonly range: LineRange | null;
  readonly keyLine: number | undefined;
  onSelect(line: number, isExtending: boolean): void;
  onUnfold(line: number): void;
}

/** The scrolling rows of a log, as a separate component, so that scrolling rerenders nothing else. */
export function LogScroller({
  ref,
  rows,
  text,
  pattern,
  hits,
  wrap,
  showsClocks,
  isStartCut,
  range,
  keyLine,
  ...events
}: LogScrollerProps) {
  const { messages, clocks, colours, longest } = text;
  const errors = useMemo(() => new Set(text.errors), [text]);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: isStartCut ? CUT_HEIGHT : 0,
    // Renders rows in the next frame instead of during the scroll event.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when lines get narrower or wider
  useEffect(() => virtualizer.measure(), [wrap, showsClocks]);
  useImperativeHandle(
    ref,
    () => ({
      showLine: (line) => virtualizer.scrollToIndex(rowOfLine(rows, line), { align: 'center' }),
      scrollIntoView: () => scroller.current?.scrollIntoView({ block: 'center' }),
    }),
    [rows, virtualizer],
  );
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Build log"
      className="max-h-[75dvh] min-h-24 overflow-auto overscroll-contain bg-sunken py-1 font-mono text-xs leading-[18px] -outline-offset-2"
    >
      <div
        className="relative"
        style={{
          height: virtualizer.getTotalSize(),
          ...(!wrap && { minWidth: `calc(${longest}ch + ${showsClocks ? 10 : 5}rem)` }),
        }}
      >
        {isStartCut && (
          <p
            className="absolute top-0 left-0 flex w-full items-center gap-2 border-b border-line-strong border-dashed px-4 text-ink-soft"
            style={{ height: CUT_HEIGHT }}
          >
            Output before this line was cut.
          </p>
        )}
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
                text={messages[row.line - 1] ?? ''}
                clock={showsClocks ? (clocks[row.line - 1] ?? '') : null}
                segments={colours.get(row.line - 1)}
                pattern={hits.has(row.line) ? pattern : null}
                wrap={wrap}
                mark={markOf(row, range, keyLine)}
                isError={errors.has(row.line)}
                {...events}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}

function markOf({ line, count: lines }: LogRow, range: LineRange | null, keyLine: number | undefined): Mark {
  if (range !== null && range.from < line + lines && range.to >= line) return 'selected';
  return keyLine !== undefined && keyLine >= line && keyLine < line + lines ? 'key' : 'none';
}
