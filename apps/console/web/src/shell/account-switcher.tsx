import type { switchAccount } from '@slipway/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { change } from '../data/call.js';
import { useAccount, useSession } from '../data/session.js';
import { menuClass, menuItemClass } from '../ui/menu.js';

/** Shows the current account and leads to the others. */
export function AccountSwitcher() {
  const { accounts } = useSession();
  const current = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (accountId: number) =>
      change<typeof switchAccount>('POST', '/accounts/:account_id/switch', { params: { account_id: accountId } }),
    onSuccess: async () => {
      await queries.invalidateQueries();
      await navigate({ to: '/' });
    },
  });
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm font-semibold hover:bg-hover">
        <span
          aria-hidden
          className="grid size-5 shrink-0 place-items-center rounded-sm bg-accent text-xs text-accent-ink"
        >
          {[...current.name][0]?.toUpperCase()}
        </span>
        <span className="truncate">{current.name}</span>
        <ChevronsUpDown aria-hidden className="ml-auto size-3.5 shrink-0 text-ink-faint" />
        <span className="sr-only">, switch account</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} className={menuClass}>
          {accounts.map((account) => (
            <DropdownMenu.Item key={account.id} className={menuItemClass} onSelect={() => mutate(account.id)}>
              <span className="min-w-0 flex-1 truncate">{account.name}</span>
              <span className="text-xs text-ink-faint capitalize">{account.plan}</span>
              {account.id === current.id && <Check aria-label="current" className="size-4" />}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
