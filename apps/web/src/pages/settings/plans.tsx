import type { Billing, Plan } from '@slipway/contracts';
import { Check } from 'lucide-react';
import { changePlan } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import { errorDetail } from '../../words/errors.js';

const PLANS: readonly (readonly [plan: Plan, label: string, has: string])[] = [
  ['free', 'Free', 'Projects, builds, tasks, the REST API. No workspace feed.'],
  ['indie', 'Indie', 'Same as Free, for one team. No workspace feed.'],
  ['team', 'Team', 'Adds the workspace feed across all projects.'],
  ['studio', 'Studio', 'Same as Team, for several teams.'],
  ['enterprise', 'Enterprise', 'Same as Studio, by agreement with your operator.'],
];

/** The available plans. Owners can switch to another one. */
export function Plans({ billing, isOwner }: { readonly billing: Billing; readonly isOwner: boolean }) {
  const account = useAccount();
  const saving = useChange({
    send: ({ plan }: { readonly plan: Plan; readonly before: Plan }) =>
      call(changePlan, { params: { account_id: account.id }, body: { plan } }),
    refresh: [['billing', account.id], ['session'], ['feed'], ['home']],
    message: (_answer, { plan, before }, change) => ({
      text: `You are now on the ${PLANS.find(([id]) => id === plan)?.[1]} plan.`,
      undo: () => change({ plan: before, before: plan }),
    }),
    refusal: errorDetail,
  });
  const at = PLANS.findIndex(([plan]) => plan === billing.plan);
  return (
    <Panel title="Plans">
      <ul aria-label="Plans" className="divide-y divide-line">
        {PLANS.map(([plan, label, has], place) => {
          const isCurrent = plan === billing.plan;
          return (
            <li
              key={plan}
              className={classNames('flex items-center gap-4 px-4 py-2.5 text-sm', isCurrent && 'bg-accent-soft')}
            >
              <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
                <div className="w-24 shrink-0 font-medium">{label}</div>
                <div className="text-ink-soft">{has}</div>
              </div>
              {isCurrent ? (
                <span className="flex items-center gap-1 text-xs font-medium text-accent-text">
                  <Check aria-hidden className="size-4" />
                  Current
                </span>
              ) : (
                isOwner && (
                  <Button
                    size="small"
                    disabled={saving.isPending || billing.read_only_reason === 'demo'}
                    onClick={() => saving.mutate({ plan, before: billing.plan })}
                  >
                    {place > at ? 'Upgrade' : 'Change'}
                    <span className="sr-only"> to {label}</span>
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
