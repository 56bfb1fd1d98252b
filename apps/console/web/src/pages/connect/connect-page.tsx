import { BookOpen, KeyRound, Plug } from 'lucide-react';
import { useProjects, useSession } from '../../data/session.js';
import { buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { CodeBlock } from '../../ui/copy.js';
import { useFilters } from '../../ui/filters.js';
import { Page, Panel } from '../../ui/page.js';
import { PathLink } from '../../ui/path-link.js';
import { clientGuides } from './clients.js';

/** How programs read and write what the console shows. */
export function ConnectPage() {
  const { base_url: baseUrl } = useSession();
  const projects = useProjects();
  const projectId = (projects.find(({ state }) => state === 'active') ?? projects[0])?.id ?? 1;
  const [{ client }, setFilter] = useFilters();
  const guides = clientGuides({ baseUrl, projectId });
  const guide = guides.find(({ id }) => id === client) ?? guides[0];
  return (
    <Page
      title="Connect a client"
      meta="Scripts, dashboards and agents use the same API as this console."
      actions={
        <>
          <a href="/docs" className={buttonClass()}>
            <BookOpen aria-hidden className="size-4" />
            API docs
          </a>
          <PathLink to="/settings/tokens" className={buttonClass('primary')}>
            <KeyRound aria-hidden className="size-4" />
            Create a token
          </PathLink>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Panel>
          <div role="tablist" aria-label="Client" className="flex gap-1 overflow-x-auto border-b border-line px-2">
            {guides.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`tab-${id}`}
                aria-selected={id === guide?.id}
                aria-controls="client-guide"
                onClick={() => setFilter('client', id)}
                className={classNames(
                  '-mb-px shrink-0 border-b-2 px-3 py-2 text-sm',
                  id === guide?.id
                    ? 'border-accent font-medium text-ink'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {label}
              </button>
            ))}
          </div>
          {guide && (
            <div
              role="tabpanel"
              id="client-guide"
              aria-labelledby={`tab-${guide.id}`}
              className="flex max-w-3xl flex-col gap-4 p-4"
            >
              <p className="text-sm text-ink-soft">{guide.text}</p>
              {guide.snippets.map(({ label, text }) => (
                <CodeBlock key={label} label={label} text={text} />
              ))}
            </div>
          )}
        </Panel>
        <Panel title="Sending instead of reading">
          <div className="flex flex-wrap items-center gap-3 p-4">
            <p className="min-w-56 flex-1 text-sm text-ink-soft">
              Build servers, version control and stores report with webhooks. Each has an integration with a token
              of its own, which can only send.
            </p>
            <PathLink to={`/projects/${projectId}/integrations`} className={buttonClass()}>
              <Plug aria-hidden className="size-4" />
              Integrations
            </PathLink>
          </div>
        </Panel>
      </div>
    </Page>
  );
}
