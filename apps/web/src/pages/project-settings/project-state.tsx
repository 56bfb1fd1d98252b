import type { ProjectSettings } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { deleteProject, setProjectState } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { DeleteByName } from '../../parts/delete-by-name.js';
import { Button } from '../../ui/button.js';
import { SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { errorDetail } from '../../words/errors.js';

type State = ProjectSettings['state'];

const MESSAGES: Readonly<Record<State, string>> = {
  active: 'The project is active again and accepts deliveries.',
  paused: 'The project is paused. Tools that send to it get a 403 response.',
  archived: 'The project is archived. You can still read it, but it accepts no deliveries.',
};

/** Pauses, archives and deletes a project. */
export function ProjectState({ project }: { readonly project: ProjectSettings }) {
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
