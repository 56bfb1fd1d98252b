import type { Filters } from '../../routing/page.js';
import { classNames } from '../../ui/class-names.js';
import { CodeBlock } from '../../ui/copy.js';
import type { ClientGuide } from './clients.js';

interface GuideTabsProps<Name extends string> {
  readonly filters: Filters<Name>;
  /** The name of the filter that holds the choice. */
  readonly name: NoInfer<Name>;
  readonly label: string;
  readonly guides: readonly ClientGuide[];
}

/** Shows one guide at a time, selected by a tab. */
export function GuideTabs<Name extends string>({ filters, name, label, guides }: GuideTabsProps<Name>) {
  const chosen = filters.values[name];
  const guide = guides.find(({ id }) => id === chosen) ?? guides[0];
  return (
    <>
      <div role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-2">
        {guides.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === guide?.id}
            aria-controls={`guide-${name}`}
            onClick={() => filters.set(name, id)}
            className={classNames(
              '-mb-px shrink-0 border-b-2 px-3 py-2 text-sm',
              id === guide?.id
                ? 'border-accent font-medium text-ink'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {text}
          </button>
        ))}
      </div>
      {guide && (
        <div
          role="tabpanel"
          id={`guide-${name}`}
          aria-labelledby={`tab-${guide.id}`}
          className="flex max-w-3xl flex-col gap-4 p-4"
        >
          <p className="text-sm text-ink-soft">{guide.text}</p>
          {guide.snippets.map((snippet) => (
            <CodeBlock key={snippet.label} {...snippet} />
          ))}
        </div>
      )}
    </>
  );
}
