import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
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

/** A text filter. It applies when typing pauses. */
export function FilterText<Name extends string>({ filters, name, label }: FilterProps<Name>) {
  const value = filters.values[name] ?? '';
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the timer
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => filters.set(name, text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
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
