import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import {
  Boxes,
  CreditCard,
  KeyRound,
  Laptop,
  Link2,
  type LucideIcon,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/session.js';
import { Select } from '../../ui/field.js';
import { Page } from '../../ui/page.js';

interface SettingsEntry {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Shown to owners alone. */
  readonly isForOwners?: boolean;
}

const YOU: readonly SettingsEntry[] = [
  { label: 'API tokens', to: '/settings/tokens', icon: KeyRound },
  { label: 'Sessions and password', to: '/settings/sessions', icon: Laptop },
  { label: 'Connected accounts', to: '/settings/connected-accounts', icon: Link2 },
];

const ACCOUNT: readonly SettingsEntry[] = [
  { label: 'Account', to: '/settings/account', icon: SlidersHorizontal },
  { label: 'Members and roles', to: '/settings/members', icon: Users },
  { label: 'Projects', to: '/settings/projects', icon: Boxes },
  { label: 'Plan and credits', to: '/settings/billing', icon: CreditCard },
  { label: 'Audit log', to: '/settings/audit-log', icon: ScrollText, isForOwners: true },
];

interface SettingsPageProps {
  readonly title: string;
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the settings, with the way to the others: on the left, or as a select on phones. */
export function SettingsPage({ children, ...page }: SettingsPageProps) {
  const account = useAccount();
  const shown = ACCOUNT.filter(({ isForOwners }) => !isForOwners || account.role === 'owner');
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      <nav aria-label="Settings" className="hidden w-60 shrink-0 border-r border-line px-3 py-4 lg:block">
        <div className="sticky top-16 flex flex-col gap-4">
          <Section title="You" entries={YOU} />
          <Section title={account.name} entries={shown} />
        </div>
      </nav>
      <SettingsSelect
        groups={[
          ['You', YOU],
          [account.name, shown],
        ]}
      />
      <div className="flex min-w-0 max-w-5xl flex-1 flex-col">
        <Page {...page}>
          <div className="flex flex-col gap-4">{children}</div>
        </Page>
      </div>
    </div>
  );
}

function Section({ title, entries }: { readonly title: string; readonly entries: readonly SettingsEntry[] }) {
  return (
    <div>
      <h2 className="truncate px-2 pb-1 text-xs font-medium text-ink-faint">{title}</h2>
      <ul>
        {entries.map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-8 items-center gap-2 whitespace-nowrap rounded-md px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SettingsSelectProps {
  readonly groups: readonly (readonly [title: string, entries: readonly SettingsEntry[]])[];
}

function SettingsSelect({ groups }: SettingsSelectProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const options = groups.flatMap(([title, entries]) =>
    entries.map(({ label, to }) => [to, `${title}: ${label}`] as const),
  );
  return (
    <div className="px-4 pt-3 lg:hidden">
      <Select
        aria-label="Settings"
        value={pathname}
        options={options}
        onChange={(event) => void navigate({ to: event.target.value })}
        className="h-9 w-full"
      />
    </div>
  );
}
