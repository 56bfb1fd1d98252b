import type { Billing, CreditEntry, Plan } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { changePlan, getBilling, listCredits, setPaymentMethod } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { SettingRow } from '../../ui/form.js';
import { PathLink } from '../../ui/links.js';
import { LoadMore } from '../../ui/paged-list.js';
import { EmptyState, ErrorState, ListPanel, Loaded, Panel, SkeletonRows, TableHead } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { count, plural } from '../../words/format.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/billing',
  label: 'Plan and credits',
  icon: CreditCard,
  place: { group: 'account', order: 4 },
  words: 'billing payment',
});

export function BillingPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const query = useQuery(read(['billing', account.id], getBilling, { params: { account_id: account.id } }));
  return (
    <SettingsPage
      meta={isOwner ? 'What this account includes, and what it has left.' : 'Only owners can change the plan.'}
    >
      <Loaded query={query} rows={6}>
        {(billing) => (
          <>
            <ReadOnlyNotice billing={billing} />
            <Numbers billing={billing} />
            <Plans billing={billing} isOwner={isOwner} />
            <Payment billing={billing} isOwner={isOwner} />
          </>
        )}
      </Loaded>
      <CreditLedger accountId={account.id} />
    </SettingsPage>
  );
}

function ReadOnlyNotice({ billing: { read_only_reason: reason } }: { readonly billing: Billing }) {
  if (reason === null) return null;
  const text =
    reason === 'demo'
      ? 'This is the demo account. You can look around but not change anything.'
      : 'The trial has ended, so this account is read-only. No data is lost, and deliveries still arrive. Add a payment method to continue.';
  return (
    <p role="status" className="flex items-start gap-2 bg-warn-soft px-4 py-3 text-sm text-warn md:rounded-md">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

function Numbers({ billing }: { readonly billing: Billing }) {
  const { credits, investigation_cost: cost } = billing;
  const left = cost === 0 ? null : Math.floor(credits / cost);
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        <Figure label="Plan" note={billing.trial_ends_at && <Trial at={billing.trial_ends_at} />}>
          <span className="capitalize">{billing.plan}</span>
        </Figure>
        <Figure label="Credits" note={left === null ? null : `${plural(left, 'investigation')} left`}>
          {count(credits)}
        </Figure>
        <Figure
          label="Investigations today"
          note={
            <>
              of {count(billing.investigations_daily_limit)} a day. The day ends <Time at={billing.day_ends_at} />,
              at midnight US Eastern
            </>
          }
        >
          {count(billing.investigations_today)}
        </Figure>
        <Figure label="Projects" note={plural(billing.members, 'member')}>
          {count(billing.projects)}
        </Figure>
      </dl>
    </Panel>
  );
}

function Trial({ at }: { readonly at: string }) {
  const isOver = new Date(at).getTime() <= Date.now();
  return (
    <>
      Trial {isOver ? 'ended' : 'ends'} <Time at={at} />
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly note: ReactNode;
}

function Figure({ label, children, note }: FigureProps) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="tnum text-xl font-semibold">{children}</dd>
      <dd className="text-xs text-ink-soft">{note}</dd>
    </div>
  );
}

function Payment({ billing, isOwner }: { readonly billing: Billing; readonly isOwner: boolean }) {
  const account = useAccount();
  const { has_payment_method: isPresent } = billing;
  const saving = useChange({
    send: (present: boolean) =>
      call(setPaymentMethod, {
        params: { account_id: account.id },
        body: { present },
      }),
    refresh: [['billing', account.id], ['session']],
    message: (_answer, present) => (present ? 'Payment method added.' : 'Payment method removed.'),
    refusal: errorDetail,
  });
  return (
    <Panel title="Payment">
      <SettingRow
        title={
          <span className="flex items-center gap-2">
            Payment method
            <StatusPill state={isPresent ? 'ok' : 'cancelled'} label={isPresent ? 'On file' : 'None'} />
          </span>
        }
        hint="Your operator sends the invoices; this only records that you accept them. Without a payment method, the account becomes read-only when its trial ends."
      >
        {isOwner && (
          <Button
            disabled={saving.isPending || billing.read_only_reason === 'demo'}
            look={isPresent ? 'plain' : 'primary'}
            onClick={() => saving.mutate(!isPresent)}
          >
            {isPresent ? 'Remove' : 'Add payment method'}
          </Button>
        )}
      </SettingRow>
    </Panel>
  );
}

const PLANS: readonly (readonly [plan: Plan, label: string, has: string])[] = [
  ['free', 'Free', 'Projects, builds, tasks, the REST API. No workspace feed.'],
  ['indie', 'Indie', 'Same as Free, for one team. No workspace feed.'],
  ['team', 'Team', 'Adds the workspace feed across all projects.'],
  ['studio', 'Studio', 'Same as Team, for several teams.'],
  ['enterprise', 'Enterprise', 'Same as Studio, by agreement with your operator.'],
];

function Plans({ billing, isOwner }: { readonly billing: Billing; readonly isOwner: boolean }) {
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
    <ListPanel title="Plans" label="Plans">
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
    </ListPanel>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  investigation: 'Investigation',
  refund: 'Refund for a failed investigation',
  grant: 'Credits granted',
  plan: 'Plan credits',
};

function CreditLedger({ accountId }: { readonly accountId: number }) {
  const params = { account_id: accountId };
  const list = usePagedList(
    ['billing', accountId, 'credits'],
    listCredits,
    { params, query: { limit: 20 } },
    'entries',
  );
  return (
    <Panel title="Credit ledger">
      {list.isLoading && <SkeletonRows count={5} />}
      {list.error != null && <ErrorState error={list.error} retry={list.reload} />}
      {!list.isLoading && list.error == null && list.rows.length === 0 && (
        <EmptyState title="No credits spent yet">
          <p>
            An investigation spends credits to find the cause of a failed build. If it fails, the credits are
            refunded.
          </p>
        </EmptyState>
      )}
      {list.rows.length > 0 && (
        <table className="w-full text-sm">
          <TableHead
            columns={[
              ['Reason', 'px-4'],
              ['When', 'hidden px-2 sm:table-cell'],
              ['Credits', 'whitespace-nowrap px-2 text-right'],
              ['Left', 'whitespace-nowrap px-4 text-right'],
            ]}
          />
          <tbody className="divide-y divide-line">
            {list.rows.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <LoadMore list={list} />
    </Panel>
  );
}

function Row({ entry }: { readonly entry: CreditEntry }) {
  const isGain = entry.delta > 0;
  return (
    <tr>
      <td className="px-4 py-2">
        <div>{REASONS[entry.reason] ?? entry.reason}</div>
        {entry.build_path !== null && (
          <div className="text-xs text-ink-soft">
            <PathLink to={entry.build_path} className="hover:text-ink hover:underline">
              {entry.build_label}
            </PathLink>{' '}
            · {entry.project_name}
          </div>
        )}
        <div className="text-xs text-ink-faint sm:hidden">
          <Time at={entry.created_at} />
        </div>
      </td>
      <td className="hidden px-2 py-2 text-ink-soft sm:table-cell">
        <Time at={entry.created_at} />
      </td>
      <td className={classNames('tnum whitespace-nowrap px-2 py-2 text-right', isGain && 'text-ok')}>
        {isGain ? `+${count(entry.delta)}` : `−${count(-entry.delta)}`}
      </td>
      <td className="tnum whitespace-nowrap px-4 py-2 text-right text-ink-soft">{count(entry.balance)}</td>
    </tr>
  );
}
