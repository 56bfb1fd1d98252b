import type { searchAccount } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useEffect, useState } from 'react';
import { get } from '../data/call.js';
import { useAccount, useProjects } from '../data/session.js';
import { projectEntries, WORKSPACE } from './navigation.js';

interface CommandMenuProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover';

/** Search over everything of the account, and every page by name. */
export function CommandMenu({ open, onOpenChange }: CommandMenuProps) {
  const account = useAccount();
  const projects = useProjects();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['search', account.id, typed],
    queryFn: () =>
      get<typeof searchAccount>('/accounts/:account_id/search', {
        params: { account_id: account.id },
        query: { q: typed },
      }),
    enabled: open && typed.length > 0,
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      onOpenChange(!open);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open, onOpenChange]);

  function go(to: string): void {
    onOpenChange(false);
    setText('');
    void navigate({ to });
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-md border border-line-strong bg-surface"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} label="Search and commands">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Build number, changelist, SHA, task, asset path, page …"
              className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-ink-faint"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              <Command.Empty className="px-2 py-4 text-sm text-ink-soft">Nothing matches.</Command.Empty>
              {typed !== '' && data !== undefined && data.results.length > 0 && (
                <Command.Group heading="Found" className="command-group">
                  {data.results.map(({ kind, title, detail, url }) => (
                    <Command.Item
                      key={`${kind} ${url}`}
                      value={`${kind} ${url}`}
                      onSelect={() => go(url)}
                      className={itemClass}
                    >
                      <span className="w-20 shrink-0 text-xs text-ink-faint">{kind}</span>
                      <span className="min-w-0 flex-1 truncate">{title}</span>
                      <span className="max-w-40 truncate text-xs text-ink-faint">{detail}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              <Pages text={typed} projects={projects} go={go} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PagesProps {
  readonly text: string;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  go(to: string): void;
}

const SETTINGS: readonly (readonly [label: string, to: string])[] = [
  ['API tokens', '/settings/tokens'],
  ['Sessions and password', '/settings/sessions'],
  ['Members and roles', '/settings/members'],
  ['Projects', '/settings/projects'],
  ['Connected accounts', '/settings/connected-accounts'],
  ['Plan and credits', '/settings/billing'],
  ['Audit log', '/settings/audit-log'],
  ['Account', '/settings/account'],
  ['Connect a client', '/connect'],
];

/** Pages whose names hold every word that was typed. */
function Pages({ text, projects, go }: PagesProps) {
  const pages = [
    ...WORKSPACE.map(({ label, to }) => ({ label, to })),
    ...projects.flatMap(({ id, name }) =>
      projectEntries(id).map(({ label, to }) => ({ label: `${name}: ${label}`, to })),
    ),
    ...SETTINGS.map(([label, to]) => ({ label: `Settings: ${label}`, to })),
  ];
  const words = text.toLowerCase().split(/\s+/);
  const shown = pages
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, 12);
  if (shown.length === 0) return null;
  return (
    <Command.Group heading="Pages" className="command-group">
      {shown.map(({ label, to }) => (
        <Command.Item key={to} value={`page ${to}`} onSelect={() => go(to)} className={itemClass}>
          {label}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
