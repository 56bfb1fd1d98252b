import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { LogLine, type Mark } from './log-line.js';
import { type LineRange, type LogRow, rowOfLine } from './log-rows.js';
import type { LogText } from './log-text.js';

const ROW_HEIGHT = 18;
const OVERSCAN = 10;
/** The height of the note above the first line of a log that was cut. */
const CUT_HEIGHT = 28;

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
  readonly text: LogText;
  readonly pattern: RegExp | null;
  readonly hits: ReadonlySet<number>;
  readonly wrap: boolean;
  readonly showsClocks: boolean;
  /** Whether output before the first line was left out. */
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
