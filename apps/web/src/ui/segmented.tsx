import type { LucideIcon } from 'lucide-react';
import type { Filters } from '../routing/page.js';
import { count } from '../words/format.js';
import { classNames } from './class-names.js';

interface SegmentedProps<Name extends string> {
  readonly filters: Filters<Name>;
  /** The name of the filter in the address. */
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

/** Switches between a few views of a page. The choice is part of the address. */
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
