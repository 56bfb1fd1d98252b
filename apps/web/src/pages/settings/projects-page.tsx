import type { ProjectSummary } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Boxes, ChevronRight, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listAccountProjects } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { ENGINES, NewProject, StatePill } from '../../parts/projects/new-project.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { type Columns, hidden, List, right } from '../../ui/list.js';
import { EmptyPanel, Loaded, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { TimeCell } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { SettingsPage } from './settings-layout.js';

const engineLabel = (engine: string) => ENGINES.find(([id]) => id === engine)?.[1] ?? engine;

export const page = definePage({
  path: '/settings/projects',
  label: 'Projects',
  icon: Boxes,
  place: { group: 'account', order: 3 },
});

export function ProjectsPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const [isCreating, setCreating] = useState(false);
  const params = { account_id: account.id };
  const query = useQuery(read(['project', 'account', account.id], listAccountProjects, { params }));
  useShortcuts(isOwner ? { c: () => setCreating(true) } : {});
  const action = isOwner && (
    <Button look="primary" onClick={() => setCreating(true)} title="New project (c)" icon={Plus}>
      New project
    </Button>
  );
  return (
    <SettingsPage
      meta="A project is one game: its builds, changes, tasks, assets and deployments."
      actions={action}
    >
      <Loaded query={query} rows={4}>
        {({ projects }) => <Projects projects={projects} empty={action} />}
      </Loaded>
      {isCreating && <NewProject onClose={() => setCreating(false)} />}
    </SettingsPage>
  );
}

interface ProjectsProps {
  readonly projects: readonly ProjectSummary[];
  readonly empty: ReactNode;
}

function Projects({ projects, empty }: ProjectsProps) {
  const navigate = useNavigate();
  if (projects.length === 0)
    return (
      <EmptyPanel title="No projects yet" action={empty}>
        <p>Create one for each game, then connect Perforce, Jenkins and the other tools you use.</p>
      </EmptyPanel>
    );
  return (
    <Panel>
      <List
        items={projects}
        label="Projects"
        columns={COLUMNS}
        onOpen={({ id }) => void navigate({ to: '/projects/$projectId/settings', params: { projectId: id } })}
      >
        {(project) => <ProjectRow project={project} />}
      </List>
    </Panel>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_96px_88px_120px_96px_80px_16px]',
  headings: ['Project', 'State', 'Engine', 'Integrations', 'Members', right('Last event'), hidden('Open')],
};

function ProjectRow({ project }: { readonly project: ProjectSummary }) {
  return (
    <>
      <td className="truncate font-medium">{project.name}</td>
      <td>
        <StatePill state={project.state} />
      </td>
      <td className="text-xs text-ink-soft max-md:hidden">{engineLabel(project.engine)}</td>
      <td className="text-xs text-ink-soft">{plural(project.integrations, 'integration')}</td>
      <td className="text-xs text-ink-soft max-md:hidden">{plural(project.members, 'member')}</td>
      <TimeCell at={project.last_event_at} />
      <td className="max-md:hidden">
        <ChevronRight aria-hidden className="size-4 text-ink-faint" />
      </td>
    </>
  );
}
