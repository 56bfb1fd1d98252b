import type { CreditEntry } from '@slipway/contracts';
import { listCredits } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import { classNames } from '../../ui/class-names.js';
import { PathLink } from '../../ui/links.js';
import { LoadMore } from '../../ui/paged-list.js';
import { EmptyState, ErrorState, Panel, SkeletonRows, TableHead } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';

const REASONS: Readonly<Record<string, string>> = {
  investigation: 'Investigation',
  refund: 'Refund for a failed investigation',
  grant: 'Credits granted',
  plan: 'Plan credits',
};

export function CreditLedger({ accountId }: { readonly accountId: number }) {
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
