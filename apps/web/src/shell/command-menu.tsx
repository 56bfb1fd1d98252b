import type { SearchResult } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  Box,
  Boxes,
  Bug,
  CornerDownLeft,
  GitCommitHorizontal,
  Hammer,
  ListTodo,
  type LucideIcon,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { searchAccount } from '../data/api.js';
import { read } from '../data/call.js';
import { useAccount } from '../data/session.js';
import {
  type AvailableCommand,
  isNamedBy,
  matching,
  useActionCommands,
  useDeliveryCommands,
  usePageCommands,
  useRecentCommands,
} from './commands.js';

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover';
const MAX_RECENT = 5;
const MAX_PAGES = 12;
const MAX_ACTIONS = 8;

export function CommandMenu({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-3 left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-md border border-line-strong bg-surface sm:top-[12dvh]"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Menu close={onClose} onHelp={onHelp} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Menu({ close, onHelp }: { readonly close: () => void; readonly onHelp: () => void }) {
  const [text, setText] = useState('');
  const typed = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { results, isSearching } = useSearchResults(typed);
  const recent = matching(useRecentCommands(), typed).slice(0, MAX_RECENT);
  const pages = matching(usePageCommands(), typed).slice(0, MAX_PAGES);
  const deliveries = useDeliveryCommands(typed);
  const actions = matching(useActionCommands(onHelp), typed).slice(0, MAX_ACTIONS);
  // A verb names what to do, not a record whose title contains it.
  const [named, others] = [true, false].map((isNamed) =>
    actions.filter((action) => isNamedBy(action, typed) === isNamed),
  ) as [typeof actions, typeof actions];
  const [current, setCurrent] = useCurrentItem(typed, [
    ...[...recent, ...named].map(({ id }) => id),
    ...results.map(itemValue),
    ...[...deliveries, ...pages, ...others].map(({ id }) => id),
  ]);
  const run = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <Command shouldFilter={false} label="Search and commands" value={current} onValueChange={setCurrent}>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Build number, error, changelist, SHA, task, asset path, page …"
        className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
        <Command.Empty className="px-2 py-4 text-sm text-ink-soft">
          {isSearching ? 'Searching' : 'No results. Find builds by number and changes by the start of their hash.'}
        </Command.Empty>
        <Commands heading="Recent" commands={recent} run={run} />
        <Commands heading="Do" commands={named} run={run} />
        <Group heading="Results">
          {results.map((result) => (
            <Found
              key={itemValue(result)}
              result={result}
              onSelect={run(() => void navigate({ href: result.url }))}
            />
          ))}
        </Group>
        <Commands heading="Deliveries" commands={deliveries} run={run} />
        <Commands heading="Pages" commands={pages} run={run} />
        <Commands heading="Actions" commands={others} run={run} />
      </Command.List>
    </Command>
  );
}

/**
 * The item that Enter opens: the one that the user moved to, or else the first. The list lags behind the typed text, so
 * the menu cannot determine the first item itself.
 */
function useCurrentItem(typed: string, values: readonly string[]) {
  const [chosen, setChosen] = useState({ typed, value: '' });
  const isShown = chosen.typed === typed && values.includes(chosen.value);
  const current = isShown ? chosen.value : (values[0] ?? '');
  return [current, (value: string) => setChosen({ typed, value })] as const;
}

const itemValue = ({ kind, url }: SearchResult) => `${kind} ${url}`;

function useSearchResults(typed: string) {
  const account = useAccount();
  const { data, isFetching } = useQuery({
    ...read(['search', account.id, typed], searchAccount, {
      params: { account_id: account.id },
      query: { q: typed },
    }),
    enabled: typed.length > 0,
    placeholderData: keepPreviousData,
  });
  return { results: typed === '' ? [] : (data?.results ?? []), isSearching: isFetching };
}

const ICONS: Readonly<Record<SearchResult['kind'], LucideIcon>> = {
  project: Box,
  build: Hammer,
  problem: Bug,
  change: GitCommitHorizontal,
  task: ListTodo,
  asset: Boxes,
};

function Found({ result, onSelect }: { readonly result: SearchResult; readonly onSelect: () => void }) {
  const { kind, title, detail } = result;
  const Icon = ICONS[kind];
  return (
    <Command.Item value={itemValue(result)} onSelect={onSelect} className={itemClass}>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <span className="sr-only">{kind}</span>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <span className="max-w-40 truncate text-xs text-ink-faint">{detail}</span>
    </Command.Item>
  );
}

interface CommandsProps {
  readonly heading: string;
  readonly commands: readonly AvailableCommand[];
  run(action: () => void): () => void;
}

function Commands({ heading, commands, run }: CommandsProps) {
  return (
    <Group heading={heading}>
      {commands.map(({ id, label, run: action }) => (
        <Command.Item key={id} value={id} onSelect={run(action)} className={itemClass}>
          <CornerDownLeft aria-hidden className="size-4 shrink-0 text-ink-faint" />
          {label}
        </Command.Item>
      ))}
    </Group>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group heading={heading} className="command-group">
      {children}
    </Command.Group>
  );
}
