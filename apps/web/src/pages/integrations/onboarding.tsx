import type { ConsoleIntegration } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import { useIsOwner } from '../../data/integrations.js';
import { buttonClass } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';
import { progressOf } from './onboarding-progress.js';

interface OnboardingProps {
  readonly projectId: number;
  readonly integrations: readonly ConsoleIntegration[];
}

const ICONS = {
  done: { icon: CircleCheck, tone: 'text-ok', label: 'Done' },
  waiting: { icon: CircleDashed, tone: 'text-warn', label: 'Waiting for the first event' },
  open: { icon: Circle, tone: 'text-ink-faint', label: 'To do' },
} as const;

/** The steps that a new project still needs. They disappear once version control and builds report. */
export function Onboarding({ projectId, integrations }: OnboardingProps) {
  const isOwner = useIsOwner(projectId);
  const steps = progressOf(integrations);
  const required = steps.filter(({ isOptional }) => !isOptional);
  if (required.every(({ state }) => state === 'done')) return null;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Panel
      title="Set up this project"
      aside={
        <span className="tnum text-xs text-ink-faint">
          {done} of {steps.length}
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map(({ title, text, state, group, isOptional }) => {
          const { icon: Icon, tone, label } = ICONS[state];
          return (
            <li key={title} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
              <span className="sr-only">{label}</span>
              <span className="min-w-56 flex-1">
                <span className="block text-sm font-medium">
                  {title}
                  {isOptional && <span className="ml-2 text-xs font-normal text-ink-faint">optional</span>}
                </span>
                <span className="block text-sm text-ink-soft">{text}</span>
              </span>
              {state === 'waiting' && <span className="text-xs text-warn">{label}</span>}
              {state === 'open' && isOwner && (
                <Link
                  to="/projects/$projectId/integrations/new"
                  params={{ projectId }}
                  search={{ group: encodeURIComponent(group) }}
                  className={buttonClass('plain', 'small')}
                >
                  Connect
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      {!isOwner && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
          Only account owners can connect tools.
        </p>
      )}
    </Panel>
  );
}
