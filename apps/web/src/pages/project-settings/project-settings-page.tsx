import type { ProjectSetting, ProjectSettings } from '@slipway/contracts';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { Fragment } from 'react';
import { deleteProject, getProjectSettings, setProjectState, updateProject } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useIsOwner } from '../../data/integrations.js';
import { useProject } from '../../data/session.js';
import { DeleteByName } from '../../parts/delete-by-name.js';
import { Page } from '../../parts/page.js';
import { StatePill } from '../../parts/projects/new-project.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { Form, SaveSettings, SettingRow } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { count, plural } from '../../words/format.js';
import { MaskedValues } from './masked-values.js';
import { AtomFeed, Badge } from './project-links.js';
import { ProjectRetention } from './project-retention.js';
import { SETTINGS, type SettingForm, type Written } from './settings.js';

export const page = definePage({
  path: '/projects/$projectId/settings',
  label: 'Settings',
  title: 'Project settings',
  icon: Settings,
  place: { group: 'project', order: 12 },
});

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
                {PANEL_NAMES.map((panel) => (
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

type State = ProjectSettings['state'];

const MESSAGES: Readonly<Record<State, string>> = {
  active: 'The project is active again and accepts deliveries.',
  paused: 'The project is paused. Tools that send to it get a 403 response.',
  archived: 'The project is archived. You can still read it, but it accepts no deliveries.',
};

function ProjectState({ project }: { readonly project: ProjectSettings }) {
  const navigate = useNavigate();
  const saving = useChange({
    send: (state: State) => call(setProjectState, { params: { project_id: project.id }, body: { state } }),
    refresh: [['project'], ['session']],
    message: (_answer, state) => MESSAGES[state],
    refusal: errorDetail,
  });
  const { state } = project;
  return (
    <Panel title="State">
      <SettingRow
        title={state === 'paused' ? 'Resume' : 'Pause'}
        hint="A paused project answers webhooks with 403 until it is resumed. Nothing is deleted."
      >
        <Button
          disabled={saving.isPending || state === 'archived'}
          onClick={() => saving.mutate(state === 'paused' ? 'active' : 'paused')}
        >
          {state === 'paused' ? 'Resume project' : 'Pause project'}
        </Button>
      </SettingRow>
      <SettingRow
        title={state === 'archived' ? 'Unarchive' : 'Archive'}
        hint="An archived project stays readable, accepts no deliveries and moves to the end of lists."
      >
        <Button
          disabled={saving.isPending}
          onClick={() => saving.mutate(state === 'archived' ? 'active' : 'archived')}
        >
          {state === 'archived' ? 'Unarchive project' : 'Archive project'}
        </Button>
      </SettingRow>
      <SettingRow
        title="Delete"
        hint="Permanently deletes its builds, logs, changes, tasks, assets, deployments, integrations and deliveries."
      >
        <DeleteByName
          name={project.name}
          title={`Delete “${project.name}”?`}
          label="Delete project"
          send={(body) => call(deleteProject, { params: { project_id: project.id }, body })}
          refresh={[['session']]}
          message={() => `“${project.name}” is being deleted.`}
          after={() => void navigate({ to: '/settings/projects' })}
        >
          <p>
            Everything in it is permanently deleted, and its integrations stop working immediately. To keep a copy,
            export the account first.
          </p>
        </DeleteByName>
      </SettingRow>
    </Panel>
  );
}

type PanelName = SettingForm<unknown>['panel'];

interface PanelWords {
  readonly title: string;
  readonly intro?: string;
  readonly saved: string;
  /** The queries whose data a change makes out of date, besides those of the project. */
  readonly refresh?: (projectId: number) => readonly QueryKey[];
}

const PANELS: Readonly<Record<PanelName, PanelWords>> = {
  general: { title: 'General', saved: 'Settings saved.', refresh: () => [['project'], ['session']] },
  approval: {
    title: 'Approval policy',
    intro: 'Changes to these asset types wait in the review queue until someone approves them.',
    saved: 'Approval policy saved. It applies to new changes.',
  },
  previews: {
    title: 'Preview hosts',
    intro:
      'Senders can report a picture or recording of an asset by its URL. Browsers load it only from these hosts; ' +
      'Slipway itself never loads it.',
    saved: 'Preview hosts saved. Pages that are open load from new hosts after a reload.',
    refresh: (projectId) => [['asset', projectId]],
  },
  investigation: {
    title: 'Automatic investigation',
    intro:
      'Slipway investigates the first failure after a pass. Further failures with the same cause, and builds without ' +
      'a log, cost nothing. Automatic investigations do not count toward the daily limit of the account.',
    saved: 'Settings saved. They apply to new failures.',
  },
  tests: {
    title: 'Test gate',
    intro: 'A build passes the gate if every failed test is muted or known to be flaky.',
    saved: 'Test gate saved.',
  },
};

/** The panels in the order of the page. */
const PANEL_NAMES = Object.keys(PANELS) as readonly PanelName[];

interface SettingsPanelProps {
  readonly panel: PanelName;
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

const FORMS = Object.entries<SettingForm<unknown>>(SETTINGS) as [ProjectSetting, SettingForm<unknown>][];

function SettingsPanel({ panel, project, isOwner }: SettingsPanelProps) {
  const { title, intro, saved, refresh } = PANELS[panel];
  const fields = FORMS.filter(([, field]) => field.panel === panel);
  const form = useForm<Record<string, Written>, unknown>(
    Object.fromEntries(fields.map(([name, { write }]) => [name, write(project[name])])),
    {
      send: (values) =>
        call(updateProject, {
          params: { project_id: project.id },
          body: Object.fromEntries(fields.map(([name, { read }]) => [name, read(values[name] ?? '')])),
        }),
      refresh: [['project', project.id], ...(refresh?.(project.id) ?? [])],
      message: () => saved,
    },
  );
  const flaws = fields.map(([name, { flawOf }]) => flawOf?.(form.values[name] ?? ''));
  const spent = `${count(project.automatic_credits_spent_today)} of ${plural(project.automatic_daily_credits, 'credit')}`;
  return (
    <Panel
      title={title}
      {...(panel === 'previews' && { id: 'preview-hosts' })}
      aside={panel === 'investigation' && <span className="tnum text-xs text-ink-soft">{spent} spent today</span>}
    >
      <Form form={form} className="flex max-w-xl flex-col gap-4 p-4">
        {intro && <p className="text-sm text-ink-soft">{intro}</p>}
        {fields.map(([name, { show }], place) => (
          <Fragment key={name}>
            {show({
              project,
              value: form.values[name] ?? '',
              control: { ...form.register(name), disabled: !isOwner },
              error: flaws[place],
            })}
          </Fragment>
        ))}
        <SaveSettings isOwner={isOwner} isDisabled={flaws.some((flaw) => flaw !== undefined)} />
      </Form>
    </Panel>
  );
}
