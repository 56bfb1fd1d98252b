import { Link, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, LogOut, Plus, Settings } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAccount, useAccountSwitch, useSession } from '../data/session.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { signOut } from './sign-out.js';

// What opens only on demand is not part of the first script.
const NewProject = lazyRouteComponent(() => import('../parts/projects/new-project.js'), 'NewProject');

export function NewAccount({ onClose }: { onClose(): void }) {
  return (
    <Suspense>
      <NewProject hasNewAccount onClose={onClose} />
    </Suspense>
  );
}

export function AccountSwitcher() {
  const current = useAccount();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <>
            <span
              aria-hidden
              className="grid size-5 shrink-0 place-items-center rounded-sm bg-accent text-xs text-accent-ink"
            >
              {[...current.name][0]?.toUpperCase()}
            </span>
            <span className="truncate">{current.name}</span>
            <ChevronsUpDown aria-hidden className="ml-auto size-3.5 shrink-0 text-ink-faint" />
            <span className="sr-only">, switch account</span>
          </>
        }
        triggerClass="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm font-semibold hover:bg-hover"
      >
        <AccountItems onCreate={() => setCreating(true)} />
      </Menu>
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  );
}

export function AccountItems({ onCreate }: { onCreate(): void }) {
  const { can_create_accounts: canCreate } = useSession();
  const current = useAccount();
  return (
    <>
      <UsableItems />
      <SuspendedItems />
      {canCreate && current.role === 'owner' && current.read_only_reason === null && (
        <MenuItem onSelect={onCreate}>
          <Plus aria-hidden className="size-4 text-ink-faint" />
          New account
        </MenuItem>
      )}
    </>
  );
}

function UsableItems() {
  const { accounts } = useSession();
  const current = useAccount();
  const navigate = useNavigate();
  const { mutate } = useAccountSwitch();
  // Leaves the project first; otherwise the frame would still show its account.
  const choose = (id: number) => void navigate({ to: '/' }).then(() => mutate(id));
  return accounts.map((account) => (
    <MenuItem key={account.id} onSelect={() => choose(account.id)}>
      <span className="min-w-0 flex-1 truncate">{account.name}</span>
      <span className="text-xs text-ink-faint capitalize">{account.plan}</span>
      {account.id === current.id && <Check aria-label="current" className="size-4" />}
    </MenuItem>
  ));
}

function SuspendedItems() {
  const { suspended_accounts: suspended } = useSession();
  return suspended.map(({ id, name, missing }) => (
    <MenuItem key={id} asChild disabled={missing === 'permission'}>
      <a href={missing === 'permission' ? undefined : '/second-factor/set-up'}>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="text-xs text-ink-faint">
          {missing === 'permission' ? 'No access' : 'Needs a second factor'}
        </span>
      </a>
    </MenuItem>
  ));
}

export function SettingsItem() {
  return (
    <MenuItem asChild>
      <Link to="/settings/tokens">
        <Settings aria-hidden className="size-4" />
        Settings
      </Link>
    </MenuItem>
  );
}

export function SignOutItem() {
  return (
    <MenuItem onSelect={() => void signOut()}>
      <LogOut aria-hidden className="size-4" />
      Sign out
    </MenuItem>
  );
}
