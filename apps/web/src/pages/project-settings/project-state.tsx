import type { ProjectSettings } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteProject, setProjectState } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ConfirmDialog, SettingRow } from '../../ui/form.js';
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
  const [isDeleting, setDeleting] = useState(false);
  const saving = useChange({
    send: (state: State) =>
      call(setProjectState, {
        params: { project_id: project.id },
        body: { state },
      }),
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
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete project
        </Button>
      </SettingRow>
      <DeleteDialog project={project} open={isDeleting} onOpenChange={setDeleting} />
    </Panel>
  );
}

interface DeleteDialogProps {
  readonly project: ProjectSettings;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

function DeleteDialog({ project, open, onOpenChange }: DeleteDialogProps) {
  const navigate = useNavigate();
  const form = useForm(
    { name: '' },
    {
      send: (body) => call(deleteProject, { params: { project_id: project.id }, body }),
      refresh: [['session']],
      message: () => `“${project.name}” is being deleted.`,
      after: () => void navigate({ to: '/settings/projects' }),
    },
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${project.name}”?`}
      confirm="Delete project"
      change={form}
      isDisabled={form.values.name.trim() !== project.name}
      onConfirm={form.submit}
    >
      <p>
        Everything in it is permanently deleted, and its integrations stop working immediately. To keep a copy,
        export the account first.
      </p>
      <TextField label={`Type “${project.name}” to confirm`} autoComplete="off" {...form.register('name')} />
    </ConfirmDialog>
  );
}
