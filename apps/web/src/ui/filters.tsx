import { type LucideIcon, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Filters } from '../routing/page.js';
import { count } from '../words/format.js';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { inputClass, Select } from './field.js';

interface FilterProps<Name extends string> {
  readonly filters: Filters<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
}

interface FilterSelectProps<Name extends string> extends FilterProps<Name> {
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function FilterSelect<Name extends string>({ filters, name, label, options }: FilterSelectProps<Name>) {
  const value = filters.values[name] ?? '';
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => filters.set(name, event.target.value)}
      options={[['', label], ...options]}
      className={classNames(
        'min-w-0 grow basis-[calc(50%-4px)] sm:grow-0 sm:basis-auto',
        value ? 'border-accent text-accent-text' : 'text-ink-soft',
      )}
    />
  );
}

/** The known values as options, including the chosen one even if it is not among them. */
export function withChosen(known: readonly string[], chosen: string | undefined) {
  const names = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return names.map((name) => [name, name] as const);
}

const TYPING_MS = 250;

/** A text filter. It applies when typing pauses; one visit to the field adds one entry to the browser's history. */
export function FilterText<Name extends string>({ filters, name, label }: FilterProps<Name>) {
  const value = filters.values[name] ?? '';
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const hasEntry = useRef(false);
  // Back, a saved view or “Clear filters” changed the address: the field follows.
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the timer
  useEffect(() => {
    if (text === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = text;
      filters.set(name, text, { replaces: hasEntry.current });
      hasEntry.current = true;
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={() => {
        hasEntry.current = false;
      }}
      className={classNames(inputClass, 'sm:max-w-56')}
    />
  );
}

export function ClearFilters({ filters }: { readonly filters: Pick<Filters<string>, 'isSet' | 'clear'> }) {
  if (!filters.isSet) return null;
  return (
    <Button look="quiet" onClick={filters.clear} icon={X}>
      Clear filters
    </Button>
  );
}

interface SegmentedProps<Name extends string> {
  readonly filters: Filters<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  /** The first option is the default, which the address omits. */
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly icon?: LucideIcon;
    /** The number of rows; `50+` while only some are known. */
    readonly count?: number | string | undefined;
  }[];
}

export function Segmented<Name extends string>({ filters, name, label, options }: SegmentedProps<Name>) {
  const usual = options[0]?.value ?? '';
  const current = options.find(({ value }) => value === filters.values[name])?.value ?? usual;
  return (
    <fieldset className="inline-flex h-8 shrink-0 rounded-md border border-line-strong bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, label: text, icon: Icon, count: number }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          onClick={() => filters.set(name, value === usual ? '' : value)}
          className={classNames(
            'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-sm font-medium',
            value === current ? 'bg-hover text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {Icon && <Icon aria-hidden className="size-4" />}
          {text}
          {number !== undefined && (
            <span className="tnum text-xs font-normal text-ink-faint">
              {typeof number === 'number' ? count(number) : number}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}

export function sumCounts<Field extends string>(
  groups: readonly ({ readonly [Name in Field]: string } & { readonly count: number })[],
  field: Field,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const group of groups) sums.set(group[field], (sums.get(group[field]) ?? 0) + group.count);
  return sums;
}
