import type { BuildType, ProjectSummary } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { createAccount, createProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { StatusPill } from '../../ui/status.js';

export const ENGINES = [
  ['unreal', 'Unreal Engine'],
  ['unity', 'Unity'],
  ['custom', 'Custom engine'],
] as const;

export function StatePill({ state }: Pick<ProjectSummary, 'state'>) {
  if (state === 'active') return null;
  return (
    <StatusPill
      state={state === 'paused' ? 'passed_pending_approval' : 'cancelled'}
      label={state === 'paused' ? 'Paused' : 'Archived'}
    />
  );
}

interface NewProjectProps {
  readonly hasNewAccount?: boolean;
  onClose(): void;
}

export function NewProject({ hasNewAccount = false, onClose }: NewProjectProps) {
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
    <FormDialog
      form={form}
      title={hasNewAccount ? 'New account' : 'New project'}
      {...(hasNewAccount && {
        description: 'An account has its own members, projects, plan and settings. You will be its owner.',
      })}
      confirm={hasNewAccount ? 'Create account' : 'Create project'}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
