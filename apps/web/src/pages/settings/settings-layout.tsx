import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { type NavigationEntry, useNavigation } from '../../shell/navigation.js';
import { Select } from '../../ui/field.js';

interface SettingsPageProps {
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsPage({ children, ...page }: SettingsPageProps) {
  const account = useAccount();
  const list = useNavigation();
  const you = list('you');
  const shown = list('account').filter(({ place }) => !place.isForOwners || account.role === 'owner');
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      <nav aria-label="Settings" className="hidden w-60 shrink-0 border-r border-line px-3 py-4 lg:block">
        <div className="sticky top-16 flex flex-col gap-4">
          <Section title="You" entries={you} />
          <Section title={account.name} entries={shown} />
        </div>
      </nav>
      <SettingsSelect
        groups={[
          ['You', you],
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

function Section({ title, entries }: { readonly title: string; readonly entries: readonly NavigationEntry[] }) {
  return (
    <div>
      <h2 className="truncate px-2 pb-1 text-xs font-medium text-ink-faint">{title}</h2>
      <ul>
        {entries.map(({ label, link, icon: Icon }) => (
          <li key={link.to}>
            <Link
              {...link}
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
  readonly groups: readonly (readonly [title: string, entries: readonly NavigationEntry[]])[];
}

function SettingsSelect({ groups }: SettingsSelectProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const pages = groups.flatMap(([title, entries]) =>
    entries.map(({ label, link }) => ({ link, label: `${title}: ${label}` })),
  );
  return (
    <div className="px-4 pt-3 lg:hidden">
      <Select
        aria-label="Settings"
        value={pathname}
        options={pages.map(({ link, label }) => [link.to, label] as const)}
        onChange={(event) => {
          const chosen = pages.find(({ link }) => link.to === event.target.value);
          if (chosen) void navigate(chosen.link);
        }}
        className="h-9 w-full"
      />
    </div>
  );
}
