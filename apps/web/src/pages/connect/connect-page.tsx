import { Link } from '@tanstack/react-router';
import { BookOpen, KeyRound, Plug, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProjects, useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage, type Filters } from '../../routing/page.js';
import { buttonClass } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { Panel } from '../../ui/panel.js';
import { Tabs } from '../../ui/tabs.js';
import { assistantGuides, type ClientGuide, clientGuides, commandLineSteps } from './guides.js';

export const page = definePage({
  path: '/connect',
  label: 'Connect a client',
  icon: Terminal,
  place: { group: 'help', order: 1 },
  words: 'assistant mcp cli',
  filters: ['assistant', 'client'],
});

export function ConnectPage() {
  const { base_url: baseUrl } = useSession();
  const projects = useProjects();
  const filters = page.useFilters();
  const projectId = (projects.find(({ state }) => state === 'active') ?? projects[0])?.id ?? 1;
  return (
    <Page
      meta="Assistants, terminals and scripts use the same API as this console."
      actions={
        <>
          <a href="/docs" className={buttonClass()}>
            <BookOpen aria-hidden className="size-4" />
            API docs
          </a>
          <Link to="/settings/tokens" search={{ new: 'cli' }} className={buttonClass('primary')}>
            <KeyRound aria-hidden className="size-4" />
            Create a token
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Panel title="Assistants">
          <AssistantNote />
          <GuideTabs filters={filters} name="assistant" label="Assistant" guides={assistantGuides(baseUrl)} />
        </Panel>
        <Panel title="Command line">
          <div className="flex max-w-3xl flex-col gap-4 p-4">
            <p className="text-sm text-ink-soft">
              Use “slipway” to read and write from a terminal. The same package includes “slipway-mcp”, the local
              server for assistants, which shares its login.
            </p>
            {commandLineSteps(baseUrl, projectId).map((snippet) => (
              <CodeBlock key={snippet.label} {...snippet} />
            ))}
          </div>
        </Panel>
        <Panel title="Scripts and programs">
          <GuideTabs
            filters={filters}
            name="client"
            label="Client"
            guides={clientGuides({ baseUrl, projectId })}
          />
        </Panel>
        <SendingPanel projectId={projectId} />
      </div>
    </Page>
  );
}

function AssistantNote() {
  return (
    <p className="max-w-3xl px-4 pt-4 pb-2 text-sm text-ink-soft">
      An assistant can explain broken builds, search logs, prepare reviews and file tasks. It sees only what you
      allow when you sign in, or what its token allows. Where a setting contains YOUR_API_TOKEN, replace it with a
      token that can <TokenLink preset="cli">read and write</TokenLink> or{' '}
      <TokenLink preset="read">only read</TokenLink>.
    </p>
  );
}

function TokenLink({ preset, children }: { readonly preset: string; readonly children: ReactNode }) {
  return (
    <Link to="/settings/tokens" search={{ new: preset }} className="text-accent-text">
      {children}
    </Link>
  );
}

function SendingPanel({ projectId }: { readonly projectId: number }) {
  return (
    <Panel title="Send events to Slipway">
      <div className="flex flex-wrap items-center gap-3 p-4">
        <p className="min-w-56 flex-1 text-sm text-ink-soft">
          Build servers, version control and stores report through webhooks. Each has its own integration, with a
          token that can only send.
        </p>
        <Link to="/projects/$projectId/integrations" params={{ projectId }} className={buttonClass()}>
          <Plug aria-hidden className="size-4" />
          Integrations
        </Link>
      </div>
    </Panel>
  );
}

interface GuideTabsProps<Name extends string> {
  readonly filters: Filters<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  readonly guides: readonly ClientGuide[];
}

function GuideTabs<Name extends string>({ filters, name, label, guides }: GuideTabsProps<Name>) {
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
