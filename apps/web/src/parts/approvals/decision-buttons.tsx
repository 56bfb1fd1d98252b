import type { Decision } from '@slipway/contracts';
import { Ban, Check, X } from 'lucide-react';
import { DECISION_WORDS } from '../../data/approvals.js';
import { Button } from '../../ui/button.js';

const ICONS = { approved: Check, denied: X, ignored: Ban } as const;
const TONES = { approved: 'text-ok', denied: 'text-bad', ignored: 'text-ink-faint' } as const;
const KEYS = { approved: 'a', denied: 'd', ignored: 'i' } as const;

/** The decision that belongs to a key. */
export function decisionOf(key: string): Decision | undefined {
  return (['approved', 'denied', 'ignored'] as const).find((decision) => KEYS[decision] === key);
}

interface DecisionButtonsProps {
  /** The subject of the decision, for screen readers. */
  readonly subject: string;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  onDecide(decision: Decision): void;
}

/** Buttons to approve, deny and ignore. */
export function DecisionButtons({ subject, disabled, compact, onDecide }: DecisionButtonsProps) {
  return (['approved', 'denied', 'ignored'] as const).map((decision) => {
    const Icon = ICONS[decision];
    const { verb } = DECISION_WORDS[decision];
    return (
      <Button
        key={decision}
        size={compact ? 'small' : 'medium'}
        disabled={disabled}
        onClick={() => onDecide(decision)}
        title={`${verb} (${KEYS[decision]})`}
        aria-label={`${verb} ${subject}`}
      >
        <Icon aria-hidden className={`${compact ? 'size-3.5' : 'size-4'} ${TONES[decision]}`} />
        {verb}
      </Button>
    );
  });
}
