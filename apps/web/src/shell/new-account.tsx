import type { BuildType } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { createAccount } from '../data/api.js';
import { call } from '../data/call.js';
import { useAccount } from '../data/session.js';
import { useChange } from '../data/settings.js';
import { ENGINES } from '../parts/projects/project-words.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Select, TextField } from '../ui/field.js';
import { Form, FormError } from '../ui/form.js';

/** Creates another account with a project, and continues with connecting its tools. */
export function NewAccount({ open, onOpenChange }: { readonly open: boolean; onOpenChange(open: boolean): void }) {
  const account = useAccount();
  const navigate = useNavigate();
  const creation = useChange({
    send: (body: { name: string; project_name: string; engine: BuildType }) =>
      call(createAccount, { params: { account_id: account.id }, body }),
    refresh: [['session']],
    message: (_answer, { name }) => `“${name}” created. Next, connect its tools.`,
    after: ({ project_id: projectId }) => {
      onOpenChange(false);
      void navigate({ to: '/projects/$projectId/integrations/new', params: { projectId } });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    creation.mutate({
      name: text('name'),
      project_name: text('project_name'),
      engine: text('engine') as BuildType,
    });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        creation.reset();
        onOpenChange(isOpen);
      }}
      title="New account"
      description="An account has its own members, projects, plan and settings. You will be its owner."
    >
      <Form error={creation.error} onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Studio" name="name" required maxLength={100} autoComplete="organization" />
        <TextField label="First project" name="project_name" required maxLength={100} autoComplete="off" />
        <Field label="Engine" name="engine">
          {(ids) => <Select {...ids} name="engine" defaultValue="unreal" options={ENGINES} />}
        </Field>
        <FormError error={creation.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={creation.isPending}>
            Create account
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
