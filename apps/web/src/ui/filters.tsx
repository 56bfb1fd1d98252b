import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Filters } from '../routing/page.js';
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

/** A filter with a closed set of values. */
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

interface ClearFiltersProps<Name extends string> {
  readonly filters: Filters<Name>;
  readonly names: readonly NoInfer<Name>[];
}

/** A button that removes every filter. It appears if one of these is set. */
export function ClearFilters<Name extends string>({ filters, names }: ClearFiltersProps<Name>) {
  if (!names.some((name) => filters.values[name])) return null;
  return (
    <Button look="quiet" onClick={filters.clear}>
      <X aria-hidden className="size-4" />
      Clear filters
    </Button>
  );
}
