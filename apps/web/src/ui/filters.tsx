import { useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { inputClass, Select } from './field.js';

/** The filters in the address, and how to set one. An empty value removes it. */
export function useFilters(): readonly [
  Readonly<Record<string, string | undefined>>,
  (name: string, value: string) => void,
] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  function set(name: string, value: string): void {
    void navigate({
      to: '.',
      search: ((before: Record<string, string | undefined>) => ({
        ...before,
        [name]: value || undefined,
      })) as never,
      replace: true,
    });
  }
  return [search, set];
}

interface FilterSelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** A filter with a closed set of values. */
export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const [filters, set] = useFilters();
  return (
    <Select
      aria-label={label}
      value={filters[name] ?? ''}
      onChange={(event) => set(name, event.target.value)}
      options={[['', label], ...options]}
      className={classNames(
        'min-w-0 grow basis-[calc(50%-4px)] sm:grow-0 sm:basis-auto',
        filters[name] ? 'border-accent text-accent-text' : 'text-ink-soft',
      )}
    />
  );
}

const TYPING_MS = 250;

/** A filter that is typed. It applies once typing pauses. */
export function FilterText({ name, label }: { readonly name: string; readonly label: string }) {
  const [filters, set] = useFilters();
  const [text, setText] = useState(filters[name] ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the timer
  useEffect(() => {
    if (text === (filters[name] ?? '')) return;
    const timer = setTimeout(() => set(name, text), TYPING_MS);
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

/** Removes every filter that is set. */
export function ClearFilters({ names }: { readonly names: readonly string[] }) {
  const [filters] = useFilters();
  const navigate = useNavigate();
  if (!names.some((name) => filters[name])) return null;
  return (
    <Button look="quiet" onClick={() => void navigate({ to: '.', search: {} as never, replace: true })}>
      <X aria-hidden className="size-4" />
      Clear filters
    </Button>
  );
}
