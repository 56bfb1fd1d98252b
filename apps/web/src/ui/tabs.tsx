import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[];
  /** The chosen tab, if the page keeps the choice; otherwise the first is open at the beginning. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
  readonly className?: string;
}

export function Tabs({ label, tabs, chosen, onChoose, className }: TabsProps) {
  const first = tabs[0]?.id ?? '';
  const choice = onChoose ? { value: tabs.some(({ id }) => id === chosen) ? (chosen ?? first) : first } : {};
  return (
    <Radix.Root
      defaultValue={first}
      {...choice}
      {...(onChoose && { onValueChange: onChoose })}
      className={className}
    >
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-2">
        {tabs.map(({ id, label: text }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {text}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
