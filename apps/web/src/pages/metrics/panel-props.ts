import type { Filters } from '../../routing/page.js';

/** What every metrics panel needs. */
export interface PanelProps {
  readonly days: readonly string[];
  readonly projectId: number;
  /** The address names the list that is open, and its day: `lead` or `lead:2026-11-15`. */
  readonly filters: Filters<'rows'>;
}

/** The list behind a chart: whether it is open, and the chosen day if it shows only that day. */
export function rowsOf(name: string, { filters }: Pick<PanelProps, 'filters'>) {
  const [open, day] = filters.values.rows?.split(':') ?? [];
  const isListOpen = open === name;
  return {
    day: isListOpen && day ? day : null,
    pick: (next: string) => filters.set('rows', `${name}:${next}`),
    list: {
      isListOpen,
      // The browser also reports the change that the address caused.
      onListToggle: (isOpen: boolean) => {
        if (isOpen !== isListOpen) filters.set('rows', isOpen ? name : '');
      },
    },
  };
}
