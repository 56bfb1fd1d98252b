import type { BuildType } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { createAccount, createProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DialogButtons, Form } from '../../ui/form.js';
import { ENGINES } from './project-words.js';

interface NewProjectProps {
  /** Whether the project gets an account of its own. */
  readonly hasNewAccount?: boolean;
  onClose(): void;
}

/** Creates a project, in this account or in a new one, and continues with connecting its tools. */
export function NewProject({ hasNewAccount = false, onClose }: NewProjectProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={hasNewAccount ? 'New account' : 'New project'}
      {...(hasNewAccount && {
        description: 'An account has its own members, projects, plan and settings. You will be its owner.',
      })}
    >
      <NewProjectForm hasNewAccount={hasNewAccount} onClose={onClose} />
    </Dialog>
  );
}

function NewProjectForm({ hasNewAccount, onClose }: Required<NewProjectProps>) {
  const params = { account_id: useAccount().id };
  const navigate = useNavigate();
  const form = useForm(
    { name: '', project_name: '', engine: 'unreal' as BuildType },
    {
      async send({ name, project_name, engine }) {
        const body = { name: name.trim(), engine };
        if (!hasNewAccount) return (await call(createProject, { params, body })).id;
        const created = await call(createAccount, {
          params,
          body: { ...body, project_name: project_name.trim() },
        });
        return created.project_id;
      },
      refresh: [['project'], ['session']],
      message: (_projectId, { name }) => `“${name.trim()}” created. Next, connect its tools.`,
      after(projectId) {
        onClose();
        void navigate({ to: '/projects/$projectId/integrations/new', params: { projectId } });
      },
    },
  );
  return (
    <Form form={form}>
      <TextField
        label={hasNewAccount ? 'Studio' : 'Name'}
        required
        maxLength={100}
        autoComplete={hasNewAccount ? 'organization' : 'off'}
        {...form.register('name')}
      />
      {hasNewAccount && (
        <TextField
          label="First project"
          required
          maxLength={100}
          autoComplete="off"
          {...form.register('project_name')}
        />
      )}
      <SelectField
        label="Engine"
        hint={!hasNewAccount && 'Used as the build type of reports that do not name one.'}
        options={ENGINES}
        {...form.register('engine')}
      />
      <DialogButtons confirm={hasNewAccount ? 'Create account' : 'Create project'} onCancel={onClose} />
    </Form>
  );
}
