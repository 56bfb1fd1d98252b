import {
  Ban,
  BellOff,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CirclePause,
  CircleX,
  Clock,
  EyeOff,
  LoaderCircle,
  type LucideIcon,
  RotateCcw,
  Shuffle,
  Snail,
  Sparkles,
  Upload,
} from 'lucide-react';
import { classNames } from './class-names.js';

/** The color of a state. Color is never the only cue: a word or an icon is always next to it. */
export type Tone = 'ok' | 'bad' | 'warn' | 'idle' | 'active';

interface Look {
  readonly tone: Tone;
  readonly label: string;
  readonly icon: LucideIcon;
}

const look = (tone: Tone, label: string, icon: LucideIcon): Look => ({ tone, label, icon });

const LOOKS: Readonly<Record<string, Look>> = {
  queued: look('idle', 'Queued', Clock),
  preparing: look('active', 'Preparing', CircleDashed),
  building: look('active', 'Building', LoaderCircle),
  stale: look('warn', 'Stale', CircleHelp),
  completed: look('ok', 'Passed', CircleCheck),
  failed: look('bad', 'Failed', CircleX),
  cancelled: look('idle', 'Cancelled', Ban),
  passed_pending_approval: look('warn', 'Waiting for approval', CirclePause),
  to_do: look('idle', 'To do', Circle),
  in_progress: look('active', 'In progress', CircleDot),
  blocked: look('bad', 'Blocked', Ban),
  none: look('idle', 'No approval requested', Circle),
  pending: look('warn', 'Pending', Clock),
  approved: look('ok', 'Approved', CircleCheck),
  denied: look('bad', 'Denied', CircleX),
  ignored: look('idle', 'Ignored', Ban),
  open: look('bad', 'Open', CircleDot),
  resolved: look('ok', 'Resolved', CircleCheck),
  submitted: look('active', 'Submitted', Upload),
  uploading: look('active', 'Uploading', Upload),
  in_review: look('warn', 'In review', Clock),
  rejected: look('bad', 'Rejected', CircleX),
  live: look('ok', 'Live', CircleCheck),
  rolled_back: look('bad', 'Rolled back', RotateCcw),
  running: look('active', 'Running', LoaderCircle),
  skipped: look('idle', 'Skipped', Ban),
  passed: look('ok', 'Passed', CircleCheck),
  errored: look('bad', 'Errored', CircleX),
  passing: look('ok', 'Passing', CircleCheck),
  broken: look('bad', 'Broken', CircleX),
  flaky: look('warn', 'Flaky', Shuffle),
  slow: look('warn', 'Slow', Snail),
  silent: look('idle', 'Silent', EyeOff),
  fixed: look('ok', 'Fixed', CircleCheck),
  new: look('active', 'New', Sparkles),
  muted: look('idle', 'Muted', BellOff),
  applied: look('ok', 'Applied', CircleCheck),
  duplicate: look('idle', 'Duplicate', Circle),
  dead: look('bad', 'Dead letter', CircleX),
  ok: look('ok', 'OK', CircleCheck),
  err: look('bad', 'Error', CircleX),
  warn: look('warn', 'Attention', Clock),
  info: look('active', 'Info', CircleDot),
  neutral: look('idle', 'Update', Circle),
};

const UNKNOWN: Look = look('idle', 'Unknown', Circle);

const TEXT: Readonly<Record<Tone, string>> = {
  ok: 'text-ok',
  bad: 'text-bad',
  warn: 'text-warn',
  idle: 'text-idle',
  active: 'text-accent-text',
};

const PILL: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  idle: 'bg-idle-soft text-ink-soft',
  active: 'bg-accent-soft text-accent-text',
};

/** The label and color of a state. Tasks use `completed` for done, builds for passed. */
export function lookOf(state: string): Look {
  return LOOKS[state] ?? { ...UNKNOWN, label: state };
}

export function StatusPill({ state, label }: { readonly state: string; readonly label?: string }) {
  const { tone, label: usual, icon: Icon } = lookOf(state);
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 text-xs font-medium',
        PILL[tone],
      )}
    >
      <Icon aria-hidden className={classNames('size-3', isMoving(state) && 'animate-spin')} />
      {label ?? usual}
    </span>
  );
}

export function StatusIcon({ state, label }: { readonly state: string; readonly label?: string }) {
  const { tone, label: usual, icon: Icon } = lookOf(state);
  return (
    <span className={classNames('inline-flex', TEXT[tone])} title={label ?? usual}>
      <Icon aria-hidden className={classNames('size-4', isMoving(state) && 'animate-spin')} />
      <span className="sr-only">{label ?? usual}</span>
    </span>
  );
}

const isMoving = (state: string) => state === 'building' || state === 'running';

export const FILL: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-bar',
  bad: 'bg-bad-bar',
  warn: 'bg-warn-bar',
  idle: 'bg-idle-bar',
  active: 'bg-accent',
};

export function StatusDot({ tone, label }: { readonly tone: Tone; readonly label: string }) {
  return (
    <span className="inline-flex" title={label}>
      <span aria-hidden className={classNames('size-2 rounded-full', FILL[tone])} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
