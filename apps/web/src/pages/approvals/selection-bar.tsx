import type { Decision } from '@slipway/contracts';
import { MessageSquare, X } from 'lucide-react';
import { DecisionButtons } from '../../parts/approvals/decision-buttons.js';
import { Button } from '../../ui/button.js';
import { plural } from '../../words/format.js';

interface SelectionBarProps {
  readonly selected: number;
  readonly shown: number;
  onSelectAll(): void;
  onClear(): void;
  onDecide(decision: Decision): void;
  onComment(): void;
}

/** The actions for the selected approvals, fixed to the bottom of the window. */
export function SelectionBar({ selected, shown, onSelectAll, onClear, onDecide, onComment }: SelectionBarProps) {
  if (selected === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selected approvals"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-2 border border-line-strong bg-surface px-3 py-2 md:bottom-4 md:rounded-md"
    >
      <span className="tnum text-sm font-medium">{plural(selected, 'asset')} selected</span>
      {selected < shown && (
        <Button look="quiet" size="small" onClick={onSelectAll}>
          Select all shown
        </Button>
      )}
      <Button look="quiet" size="small" onClick={onClear} title="Clear selection (Esc)">
        <X aria-hidden className="size-3.5" />
        Clear
      </Button>
      <span className="flex flex-wrap gap-1.5">
        <DecisionButtons subject="the selected assets" onDecide={onDecide} />
        <Button onClick={onComment} title="Decide with a comment (c)">
          <MessageSquare aria-hidden className="size-4" />
          Comment
        </Button>
      </span>
    </div>
  );
}
