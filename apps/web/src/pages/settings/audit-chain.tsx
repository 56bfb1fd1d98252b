import type { AuditLogProblem } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { checkAuditLog } from '../../data/api.js';
import { call } from '../../data/call.js';
import { count } from '../../words/format.js';

/** Whether the audit log is complete and unchanged: the chain of its hashes is checked on the server. */
export function ChainState({ accountId }: { readonly accountId: number }) {
  const { data } = useQuery({
    queryKey: ['audit', accountId, 'integrity'],
    queryFn: () => call(checkAuditLog, { params: { account_id: accountId } }),
    staleTime: 60_000,
  });
  if (data === undefined) return null;
  if (data.problems.length > 0) return <BrokenChain problems={data.problems} />;
  return (
    <p className="flex items-center gap-2 px-4 text-xs text-ink-soft md:px-0">
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-ok" />
      {data.entries === 1
        ? 'The only entry is intact.'
        : `All ${count(data.entries)} entries are intact: none was changed or deleted.`}
    </p>
  );
}

function BrokenChain({ problems }: { readonly problems: readonly AuditLogProblem[] }) {
  return (
    <div role="alert" className="mx-4 flex gap-3 rounded-md border border-bad px-4 py-3 md:mx-0">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">Someone tampered with this log</h2>
        <p className="text-ink-soft">
          Entries were changed or deleted directly in the database. Tell the operator of this service, and compare
          the log with an earlier download.
        </p>
        <ul className="list-disc pl-5 text-ink-soft">
          {problems.map((problem) => (
            <li key={`${problem.kind} ${problem.from}`}>{problemWords(problem)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function problemWords({ kind, from, to }: AuditLogProblem): string {
  if (kind === 'unchained') return 'Entries were added outside the chain.';
  if (from === to) return `Entry ${from} is ${kind}.`;
  return `Entries ${from} to ${to} are ${kind}.`;
}
