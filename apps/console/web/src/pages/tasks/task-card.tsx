import type { Task } from '@slipway/contracts';
import { ChevronDown, ChevronsUp, ChevronUp, Equal } from 'lucide-react';
import { useProjectPeople } from '../../data/people.js';
import { priorityLabel } from './task-words.js';

const ICONS = { critical: ChevronsUp, high: ChevronUp, medium: Equal, low: ChevronDown } as const;
const TONES = {
  critical: 'text-bad',
  high: 'text-warn',
  medium: 'text-ink-faint',
  low: 'text-ink-faint',
} as const;

export function PriorityIcon({ priority }: { readonly priority: Task['priority'] }) {
  const Icon = ICONS[priority];
  return (
    <span title={`Priority: ${priorityLabel(priority)}`} className={TONES[priority]}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{priorityLabel(priority)} priority</span>
    </span>
  );
}

/** Who a task is assigned to: a member by name, an agent by its handle. */
export function Assignee({ task }: { readonly task: Task }) {
  const { nameOf } = useProjectPeople(task.project_id);
  if (task.assignee_handle !== null)
    return <span className="truncate font-mono text-xs text-ink-soft">@{task.assignee_handle}</span>;
  const name = nameOf(task.user_id);
  return <span className="truncate text-xs text-ink-soft">{name ?? 'Nobody'}</span>;
}

export function Labels({ labels }: { readonly labels: readonly string[] }) {
  return labels.slice(0, 4).map((label) => (
    <span key={label} className="max-w-28 truncate rounded-sm border border-line px-1 text-xs text-ink-soft">
      {label}
    </span>
  ));
}
