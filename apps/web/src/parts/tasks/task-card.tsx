import type { Task } from '@slipway/contracts';
import {
  Bot,
  Bug,
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  CircleUser,
  Equal,
  type LucideIcon,
  Paintbrush,
  Scale,
  Shapes,
  Sparkles,
  Wrench,
} from 'lucide-react';
import { priorityLabel, typeLabel } from './task-words.js';

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

const TYPE_ICONS: Readonly<Record<Task['task_type'], LucideIcon>> = {
  bug: Bug,
  feature: Sparkles,
  chore: Wrench,
  art: Paintbrush,
  content: Shapes,
  balance: Scale,
};

export function TypeIcon({ type }: { readonly type: Task['task_type'] }) {
  const Icon = TYPE_ICONS[type];
  return (
    <span title={typeLabel(type)} className="text-ink-faint">
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{typeLabel(type)}</span>
    </span>
  );
}

export function Assignee({ handle, name }: { readonly handle: string | null; readonly name: string | null }) {
  if (handle !== null)
    return (
      <span className="flex min-w-0 items-center gap-1 text-ink-soft">
        <Bot aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        <span className="truncate font-mono text-xs">@{handle}</span>
      </span>
    );
  return (
    <span className="flex min-w-0 items-center gap-1">
      <CircleUser aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      <span className={`truncate text-xs ${name === null ? 'text-ink-faint' : 'text-ink-soft'}`}>
        {name ?? 'Unassigned'}
      </span>
    </span>
  );
}

export function Labels({ labels, max = 4 }: { readonly labels: readonly string[]; readonly max?: number }) {
  const hidden = labels.length - max;
  return (
    <>
      {labels.slice(0, max).map((label) => (
        <span key={label} className="max-w-28 truncate rounded-sm border border-line px-1 text-xs text-ink-soft">
          {label}
        </span>
      ))}
      {hidden > 0 && <span className="text-xs text-ink-faint">+{hidden}</span>}
    </>
  );
}
