import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { getProjectSettings } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { StatePill } from '../../parts/projects/new-project.js';
import { definePage } from '../../routing/page.js';
import { ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { MaskedValues } from './masked-values.js';
import { ProjectLinks } from './project-links.js';
import { ProjectRetention } from './project-retention.js';
import { ProjectState } from './project-state.js';
import { PANEL_NAMES, SettingsPanel } from './settings-panel.js';

/** The query key of a project's settings. */
export const settingsKey = (projectId: number) => ['project', projectId, 'settings'] as const;

export const page = definePage({
  path: '/projects/$projectId/settings',
  label: 'Settings',
  title: 'Project settings',
  icon: Settings,
  place: { group: 'project', order: 11 },
});

/** The settings of a project: owners change them, members read them. */
export function ProjectSettingsPage() {
  const { projectId } = page.useParams();
  const { projects, accounts } = useSession();
  const accountId = projects.find(({ id }) => id === projectId)?.account_id;
  const isOwner = accounts.some(({ id, role }) => id === accountId && role === 'owner');
  const query = useQuery({
    queryKey: settingsKey(projectId),
    queryFn: () => call(getProjectSettings, { params: { project_id: projectId } }),
  });
  const project = query.data;
  return (
    <div className="flex max-w-5xl flex-1 flex-col">
      <Page
        meta={
          project && (
            <span className="flex flex-wrap items-center gap-2">
              <span>
                Created <Time at={project.created_at} />
                {!isOwner && ' · only owners can change these'}
              </span>
              <StatePill state={project.state} />
            </span>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {query.isPending && (
            <Panel>
              <SkeletonRows count={5} />
            </Panel>
          )}
          {query.isError && !project && <ErrorState error={query.error} retry={() => void query.refetch()} />}
          {project && (
            <>
              {PANEL_NAMES.map((panel) => (
                <SettingsPanel key={panel} panel={panel} project={project} isOwner={isOwner} />
              ))}
              <MaskedValues projectId={project.id} isOwner={isOwner} />
              {accountId !== undefined && (
                <ProjectRetention project={project} accountId={accountId} isOwner={isOwner} />
              )}
              <ProjectLinks project={project} isOwner={isOwner} />
              {isOwner && <ProjectState project={project} />}
            </>
          )}
        </div>
      </Page>
    </div>
  );
}
