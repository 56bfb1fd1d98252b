import type { Filters } from '../../routing/page.js';
import { CodeBlock } from '../../ui/copy.js';
import { Tabs } from '../../ui/tabs.js';
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
  const tabs = guides.map(({ id, label: text, ...guide }) => ({
    id,
    label: text,
    content: (
      <div className="flex max-w-3xl flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">{guide.text}</p>
        {guide.snippets.map((snippet) => (
          <CodeBlock key={snippet.label} {...snippet} />
        ))}
      </div>
    ),
  }));
  return <Tabs label={label} tabs={tabs} chosen={filters.values[name]} onChoose={(id) => filters.set(name, id)} />;
}
