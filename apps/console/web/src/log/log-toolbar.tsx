import { ArrowDown, ArrowUp, CircleX, Download, Regex, Target, WrapText } from 'lucide-react';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { inputClass } from '../ui/field.js';
import { count } from '../ui/format.js';

interface LogToolbarProps {
  readonly search: { readonly text: string; readonly isPattern: boolean };
  onSearch(search: { text: string; isPattern: boolean }): void;
  readonly isInvalid: boolean;
  readonly found: number;
  readonly position: number;
  readonly isComplete: boolean;
  onJump(step: 1 | -1): void;
  readonly errors: number;
  onJumpError(step: 1 | -1): void;
  readonly onJumpKey: (() => void) | undefined;
  readonly wrap: boolean;
  onWrap(wrap: boolean): void;
  onDownload(): void;
}

/** Search, jumps and display switches of the log viewer. */
export function LogToolbar(props: LogToolbarProps) {
  const { search, onSearch, isInvalid, onJump, errors, onJumpError, onJumpKey, wrap, onWrap, onDownload } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <div className="flex min-w-0 flex-1 items-center gap-1">
        <input
          type="search"
          aria-label="Search the log"
          aria-invalid={isInvalid}
          placeholder="Search"
          value={search.text}
          onChange={(event) => onSearch({ ...search, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onJump(event.shiftKey ? -1 : 1);
          }}
          className={classNames(inputClass, 'max-w-72')}
        />
        <Button
          look="quiet"
          aria-pressed={search.isPattern}
          title="Regular expression"
          onClick={() => onSearch({ ...search, isPattern: !search.isPattern })}
          className={search.isPattern ? 'text-accent-text' : ''}
        >
          <Regex aria-hidden className="size-4" />
          <span className="sr-only">Regular expression</span>
        </Button>
        <span aria-live="polite" className="tnum whitespace-nowrap text-xs text-ink-soft">
          {matches(props)}
        </span>
        {search.text !== '' && (
          <>
            <Button look="quiet" title="Previous match (N)" onClick={() => onJump(-1)}>
              <ArrowUp aria-hidden className="size-4" />
              <span className="sr-only">Previous match</span>
            </Button>
            <Button look="quiet" title="Next match (n)" onClick={() => onJump(1)}>
              <ArrowDown aria-hidden className="size-4" />
              <span className="sr-only">Next match</span>
            </Button>
          </>
        )}
      </div>
      {onJumpKey && (
        <Button size="small" onClick={onJumpKey}>
          <Target aria-hidden className="size-3.5" />
          Key line
        </Button>
      )}
      {errors > 0 && (
        <Button size="small" title="Next error (e)" onClick={() => onJumpError(1)}>
          <CircleX aria-hidden className="size-3.5 text-bad" />
          {count(errors)} errors
        </Button>
      )}
      <Button size="small" aria-pressed={wrap} onClick={() => onWrap(!wrap)}>
        <WrapText aria-hidden className="size-3.5" />
        {wrap ? 'Wrapped' : 'Wrap'}
      </Button>
      <Button size="small" onClick={onDownload}>
        <Download aria-hidden className="size-3.5" />
        Download
      </Button>
    </div>
  );
}

function matches({ search, isInvalid, found, position, isComplete }: LogToolbarProps): string {
  if (isInvalid) return 'Not a regular expression';
  if (search.text === '') return '';
  const all = `${count(found)}${isComplete ? '' : '+'}`;
  return position > 0 ? `${count(position)} of ${all}` : `${all} lines`;
}
