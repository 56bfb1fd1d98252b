import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { getProjectSettings } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useIsOwner } from '../../data/integrations.js';
import { useProject } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { StatePill } from '../../parts/projects/new-project.js';
import { definePage } from '../../routing/page.js';
import { Loaded } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { MaskedValues } from './masked-values.js';
import { AtomFeed, Badge } from './project-links.js';
import { ProjectRetention } from './project-retention.js';
import { ProjectState } from './project-state.js';
import { SettingsPanel } from './settings-panel.js';

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
  const accountId = useProject(projectId)?.account_id;
  const isOwner = useIsOwner(projectId);
  const params = { project_id: projectId };
  const query = useQuery(read(['project', projectId, 'settings'], getProjectSettings, { params }));
  return (
    <div className="flex max-w-5xl flex-1 flex-col">
      <Page
        meta={
          query.data && (
            <span className="flex flex-wrap items-center gap-2">
              <span>
                Created <Time at={query.data.created_at} />
                {!isOwner && ' · only owners can change these'}
              </span>
              <StatePill state={query.data.state} />
            </span>
          )
        }
      >
        <div className="flex flex-col gap-4">
          <Loaded query={query} rows={5}>
            {(project) => (
              <>
                {(['general', 'approval', 'previews', 'investigation'] as const).map((panel) => (
                  <SettingsPanel key={panel} panel={panel} project={project} isOwner={isOwner} />
                ))}
                <MaskedValues projectId={project.id} isOwner={isOwner} />
                {accountId !== undefined && (
                  <ProjectRetention project={project} accountId={accountId} isOwner={isOwner} />
                )}
                <Badge project={project} isOwner={isOwner} />
                <AtomFeed project={project} />
                {isOwner && <ProjectState project={project} />}
              </>
            )}
          </Loaded>
        </div>
      </Page>
    </div>
  );
}
