import type { ProjectSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { getProjectSettings, updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { ENGINES, StatePill } from '../../parts/projects/project-words.js';
import { definePage } from '../../routing/page.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { ApprovalPolicy } from './approval-policy.js';
import { AutomaticInvestigation } from './automatic-investigation.js';
import { MaskedValues } from './masked-values.js';
import { PreviewHosts } from './preview-hosts.js';
import { ProjectLinks } from './project-links.js';
import { ProjectRetention } from './project-retention.js';
import { ProjectState } from './project-state.js';

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
              <General project={project} isOwner={isOwner} />
              <ApprovalPolicy project={project} isOwner={isOwner} />
              <PreviewHosts project={project} isOwner={isOwner} />
              <AutomaticInvestigation project={project} isOwner={isOwner} />
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

interface GeneralProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

function General({ project, isOwner }: GeneralProps) {
  const { id, name, engine, main_job_name: mainJob } = project;
  const form = useForm(
    { name, engine, main_job_name: mainJob ?? '' },
    {
      send: ({ main_job_name: job, ...body }) =>
        call(updateProject, {
          params: { project_id: id },
          body: { ...body, name: body.name.trim(), main_job_name: job === '' ? null : job },
        }),
      refresh: [['project'], ['session']],
      message: () => 'Settings saved.',
    },
  );
  const [busiest] = project.jobs;
  const jobs = [...new Set([...project.jobs, ...(mainJob ? [mainJob] : [])])];
  return (
    <Panel title="General">
      <Form form={form} className="flex max-w-xl flex-col gap-4 p-4">
        <TextField label="Name" required maxLength={100} disabled={!isOwner} {...form.register('name')} />
        <SelectField
          label="Engine"
          hint="Used as the build type of reports that do not name one."
          disabled={!isOwner}
          options={ENGINES}
          {...form.register('engine')}
        />
        <SelectField
          label="Main job"
          hint="Its latest build decides whether the project is green in the sidebar, on Home and on the badge."
          disabled={!isOwner}
          options={[
            ['', `The job that runs most often${busiest === undefined ? '' : ` (${busiest})`}`],
            ...jobs.map((each) => [each, each] as const),
          ]}
          {...form.register('main_job_name')}
        />
        <SaveSettings isOwner={isOwner} isDisabled={form.values.name.trim() === ''} />
      </Form>
    </Panel>
  );
}
