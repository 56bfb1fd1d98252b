import type { Decision, HomeApproval } from '@slipway/contracts';
import { Ban, Check, X } from 'lucide-react';
import { DECISION_WORDS } from '../../data/approvals.js';
import { toAsset } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { count } from '../../words/format.js';

const ICONS = { approved: Check, denied: X, ignored: Ban } as const;
const TONES = { approved: 'text-ok', denied: 'text-bad', ignored: 'text-ink-faint' } as const;
const KEYS = { approved: 'a', denied: 'd', ignored: 'i' } as const;

export function decisionOf(key: string): Decision | undefined {
  return (['approved', 'denied', 'ignored'] as const).find((decision) => KEYS[decision] === key);
}

interface DecisionButtonsProps {
  readonly subject: string;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  onDecide(decision: Decision): void;
}

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

export function decisionName({ asset_name: name, others }: HomeApproval): string {
  return others === 0 ? name : `${name} and ${count(others)} more`;
}

export function toDecision({
  project_id: projectId,
  asset_id: assetId,
  commit_sha: change,
  others,
}: HomeApproval) {
  if (others === 0) return toAsset(projectId, assetId);
  return { to: '/approvals', search: { project_id: String(projectId), change } } as const;
}
