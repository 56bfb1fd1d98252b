import { ArrowDown, ArrowUp, CircleX, Clock, Download, Regex, Target, WrapText } from 'lucide-react';
import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { CopyButton } from '../ui/copy.js';
import { inputClass } from '../ui/field.js';
import { count, plural } from '../words/format.js';
import { parseSearch, searchLines } from './log-rows.js';

interface LogSearch {
  readonly text: string;
  readonly isPattern: boolean;
}

const NOTHING = { found: [] as readonly number[], isComplete: true };

export function useLogSearch(lines: readonly string[]) {
  const [search, setSearch] = useState<LogSearch>({ text: '', isPattern: false });
  const typed = useDeferredValue(search);
  const pattern = useMemo(() => (typed.text === '' ? null : parseSearch(typed.text, typed.isPattern)), [typed]);
  const result = useMemo(() => (pattern === null ? NOTHING : searchLines(lines, pattern)), [lines, pattern]);
  return { search, setSearch, pattern, isInvalid: typed.text !== '' && pattern === null, ...result };
}

interface LogToolbarProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly search: ReturnType<typeof useLogSearch>;
  readonly position: number;
  onJump(step: 1 | -1): void;
  readonly errors: number;
  onJumpError(step: 1 | -1): void;
  readonly onJumpKey: (() => void) | undefined;
  readonly wrap: boolean;
  onWrap(wrap: boolean): void;
  /** Whether clock times are shown; undefined if the log has none. */
  readonly showsClocks: boolean | undefined;
  onShowClocks(shows: boolean): void;
  onDownload(): void;
  readonly selection: { readonly label: string; readonly text: string } | null;
}

export function LogToolbar(props: LogToolbarProps) {
  const { errors, onJumpError, onJumpKey, wrap, onWrap, showsClocks, onShowClocks, onDownload, selection } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Search {...props} />
      {onJumpKey && (
        <Button size="small" onClick={onJumpKey} icon={Target}>
          Key line
        </Button>
      )}
      {errors > 0 && (
        <Button size="small" title="Next error (e), previous (E)" onClick={() => onJumpError(1)}>
          <CircleX aria-hidden className="size-3.5 text-bad" />
          {plural(errors, 'error')}
        </Button>
      )}
      <Button size="small" aria-pressed={wrap} onClick={() => onWrap(!wrap)}>
        <WrapText aria-hidden className={classNames('size-3.5', wrap && 'text-accent-text')} />
        {wrap ? 'Wrapped' : 'Wrap'}
      </Button>
      {showsClocks !== undefined && (
        <Button size="small" aria-pressed={showsClocks} onClick={() => onShowClocks(!showsClocks)}>
          <Clock aria-hidden className={classNames('size-3.5', showsClocks && 'text-accent-text')} />
          Times
        </Button>
      )}
      <Button size="small" onClick={onDownload} icon={Download}>
        Download
      </Button>
      {selection && (
        <span className="flex w-full flex-wrap items-center gap-2 text-xs text-ink-soft">
          {selection.label}
          <CopyButton text={window.location.href} label="Copy link" />
          <CopyButton text={selection.text} label="Copy text" />
        </span>
      )}
    </div>
  );
}

function Search(props: LogToolbarProps) {
  const {
    input,
    search: { search, setSearch, isInvalid },
    onJump,
  } = props;
  return (
    <div className="flex min-w-60 flex-1 items-center gap-1">
      <input
        ref={input}
        type="search"
        aria-label="Search the log"
        aria-invalid={isInvalid}
        placeholder="Search the log"
        value={search.text}
        onChange={(event) => setSearch({ ...search, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onJump(event.shiftKey ? -1 : 1);
        }}
        className={classNames(inputClass, 'max-w-72')}
      />
      <Button
        look="quiet"
        aria-pressed={search.isPattern}
        title="Regular expression"
        onClick={() => setSearch({ ...search, isPattern: !search.isPattern })}
        className={classNames('px-2', search.isPattern && 'bg-accent-soft text-accent-text')}
        icon={Regex}
      >
        <span className="sr-only">Regular expression</span>
      </Button>
      <span aria-live="polite" className="tnum whitespace-nowrap text-xs text-ink-soft">
        {matches(props)}
      </span>
      {search.text !== '' && (
        <>
          <Button
            look="quiet"
            className="px-1.5"
            title="Previous match (N)"
            onClick={() => onJump(-1)}
            icon={ArrowUp}
          >
            <span className="sr-only">Previous match</span>
          </Button>
          <Button
            look="quiet"
            className="px-1.5"
            title="Next match (n)"
            onClick={() => onJump(1)}
            icon={ArrowDown}
          >
            <span className="sr-only">Next match</span>
          </Button>
        </>
      )}
    </div>
  );
}

function matches({ search: { search, isInvalid, found, isComplete }, position }: LogToolbarProps): string {
  if (isInvalid) return 'Invalid regular expression';
  if (search.text === '') return '';
  const all = `${count(found.length)}${isComplete ? '' : '+'}`;
  return position > 0 ? `${count(position)} of ${all}` : `${all} ${found.length === 1 ? 'line' : 'lines'}`;
}
