import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { colourLines, plainText } from './ansi.js';
import { LogLine, type Mark } from './log-line.js';
import { errorLines, type LineRange, type LogRow, rowOfLine } from './log-rows.js';

const ROW_HEIGHT = 18;
const OVERSCAN = 10;
/** The list is at most this many characters wide. */
const MAX_WIDTH = 4_000;

/** The lines without escape sequences, their colors, and other values that are computed only once. */
export function useLogText(raw: readonly string[]) {
  return useMemo(() => {
    const lines = raw.map(plainText);
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
    return { lines, colours: colourLines(raw), errors: errorLines(lines), longest: Math.min(MAX_WIDTH, longest) };
  }, [raw]);
}

/** Lets other components scroll the list. */
export interface LogScrollerHandle {
  /** Scrolls a line to the middle of the list. */
  showLine(line: number): void;
  /** Scrolls the page to the list. */
  scrollIntoView(): void;
}

interface LogScrollerProps {
  readonly ref: Ref<LogScrollerHandle>;
  readonly rows: readonly LogRow[];
  readonly text: ReturnType<typeof useLogText>;
  readonly pattern: RegExp | null;
  readonly hits: ReadonlySet<number>;
  readonly wrap: boolean;
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
  range,
  keyLine,
  ...events
}: LogScrollerProps) {
  const { lines, colours, longest } = text;
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // Renders rows in the next frame instead of during the scroll event.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when wrapping changes
  useEffect(() => virtualizer.measure(), [wrap]);
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
