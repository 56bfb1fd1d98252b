import { memo, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.js';
import { count } from '../words/format.js';
import type { Segment } from './ansi.js';
import { type LogRow, splitMatches } from './log-rows.js';
import { isCut, shortClock } from './log-text.js';

/** Why a line is highlighted. */
export type Mark = 'none' | 'selected' | 'key' | 'found';

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

/** A line with its number, which links to it. */
export const LogLine = memo(function LogLine(props: LineProps) {
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
        <button
          type="button"
          onClick={() => onUnfold(row.line)}
          className="shrink-0 pr-3 text-accent-text hover:underline"
        >
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
