import { useLocation, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '../ui/shortcuts.js';
import { foldRows, formatLineRange, type LineRange, neighbour, parseLineRange } from './log-rows.js';
import { LogScroller, type LogScrollerHandle } from './log-scroller.js';
import { useLogText } from './log-text.js';
import { LogToolbar, useLogSearch } from './log-toolbar.js';

interface LogViewerProps {
  readonly lines: readonly string[];
  readonly keyLine?: number | undefined;
  readonly truncated: boolean;
  readonly downloadName: string;
  readonly isFailed: boolean;
}

/** On these screens a line rarely fits, so lines wrap and the message takes the place of the time. */
const NARROW = '(max-width: 900px)';

export function LogViewer({ lines: raw, keyLine, truncated, downloadName, isFailed }: LogViewerProps) {
  const text = useLogText(raw);
  const { lines, messages, errors } = text;
  // A log that was cut to its important lines says so where lines are missing, and begins with its first one.
  const isStartCut = truncated && !text.hasCuts;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => foldRows(messages, unfolded), [messages, unfolded]);
  const [wrap, setWrap] = useState(() => matchMedia(NARROW).matches);
  const [showsClocks, setShowsClocks] = useState(() => !matchMedia(NARROW).matches);
  const search = useLogSearch(lines);
  const { pattern, found } = search;
  const hits = useMemo(() => new Set(found), [found]);
  const list = useRef<LogScrollerHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const { range, select, extend } = useLineRange(list, keyLine ?? (isFailed ? errors[0] : undefined));
  const current = range?.from ?? 0;

  function jump(among: readonly number[], step: 1 | -1): void {
    const line = neighbour(among, current, step);
    if (line !== null) select({ from: line, to: line }, true);
  }
  useShortcuts(
    Object.fromEntries([
      ['n', () => jump(found, 1)],
      ['N', () => jump(found, -1)],
      ['e', () => jump(errors, 1)],
      ['E', () => jump(errors, -1)],
    ]),
  );
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
        position={found.indexOf(current) + 1}
        onJump={(step) => jump(found, step)}
        errors={errors.length}
        onJumpError={(step) => jump(errors, step)}
        onJumpKey={keyLine === undefined ? undefined : () => select({ from: keyLine, to: keyLine }, true)}
        wrap={wrap}
        onWrap={setWrap}
        showsClocks={text.hasClocks ? showsClocks : undefined}
        onShowClocks={setShowsClocks}
        onDownload={() => download(lines.join('\n'), downloadName)}
        selection={range && { label: labelOf(range), text: lines.slice(range.from - 1, range.to).join('\n') }}
      />
      <LogScroller
        ref={list}
        rows={rows}
        text={text}
        pattern={pattern}
        hits={hits}
        wrap={wrap}
        showsClocks={text.hasClocks && showsClocks}
        isStartCut={isStartCut}
        range={range}
        keyLine={keyLine}
        onSelect={extend}
        onUnfold={unfold}
      />
    </div>
  );
}

/** The selected lines. They are part of the address, so that a link can point to them. */
function useLineRange(list: RefObject<LogScrollerHandle | null>, start: number | undefined) {
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
      if (isShown) list.current?.showLine(next.from);
    },
    [navigate, list],
  );
  const extend = useCallback(
    (line: number, isExtending: boolean) => {
      const from = isExtending ? (latest.current?.from ?? line) : line;
      select({ from: Math.min(from, line), to: Math.max(from, line) }, false);
    },
    [select],
  );

  // A link to a line opens the log there. Without one, a failed build opens at the line that explains the failure.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another link was followed
  useEffect(() => {
    if (hash !== '' && hash === selectedHere.current) return;
    const target = range?.from ?? start;
    if (target !== undefined) list.current?.showLine(target);
    if (range !== null) list.current?.scrollIntoView();
  }, [hash, start]);
  return { range, select, extend };
}

const labelOf = ({ from, to }: LineRange) => (from === to ? `Line ${from}` : `Lines ${from} to ${to}`);

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
