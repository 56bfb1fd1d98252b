import type { AccountSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Download, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { checkExport, deleteAccount, getAccount, updateAccount } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CopyableId } from '../../ui/copy.js';
import { SelectField, TextField } from '../../ui/field.js';
import { ConfirmDialog, Form, FormError, SaveSettings, SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { SettingsPage } from './settings-layout.js';
import { TokenLimit } from './token-limit.js';

export const page = definePage({
  path: '/settings/account',
  label: 'Account',
  icon: SlidersHorizontal,
  place: { group: 'account', order: 1 },
  words: 'export delete time zone',
});

/** The account itself: its name and time zone, its export and its deletion. */
export function AccountPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const query = useQuery({
    queryKey: ['account', account.id],
    queryFn: () => call(getAccount, { params: { account_id: account.id } }),
  });
  const settings = query.data;
  return (
    <SettingsPage
      meta={
        settings && (
          <>
            <CopyableId value={settings.prefixed_id} /> · created <Time at={settings.created_at} /> ·{' '}
            {plural(settings.projects, 'project')}, {plural(settings.members, 'member')}
          </>
        )
      }
    >
      {query.isPending && (
        <Panel>
          <SkeletonRows count={4} />
        </Panel>
      )}
      {query.isError && !settings && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {settings && (
        <>
          <General settings={settings} isOwner={isOwner} />
          {isOwner && <RequiredFactor settings={settings} />}
          {isOwner && <TokenLimit settings={settings} />}
          {isOwner && <Ending settings={settings} />}
        </>
      )}
    </SettingsPage>
  );
}

interface GeneralProps {
  readonly settings: AccountSettings;
  readonly isOwner: boolean;
}

function General({ settings, isOwner }: GeneralProps) {
  const { id, name, time_zone, time_zones: known } = settings;
  const form = useForm(
    { name, time_zone },
    {
      send: (body) =>
        call(updateAccount, { params: { account_id: id }, body: { ...body, name: body.name.trim() } }),
      refresh: [['account', id], ['session']],
      message: () => 'Account saved.',
    },
  );
  const zones = known.includes(time_zone) ? known : [time_zone, ...known];
  return (
    <Panel title="General">
      <Form form={form} className="flex max-w-md flex-col gap-4 p-4">
        <TextField label="Name" required maxLength={100} disabled={!isOwner} {...form.register('name')} />
        <SelectField
          label="Time zone"
          hint="How the feed reads times without a time zone."
          disabled={!isOwner}
          options={zones.map((each) => [each, each.replaceAll('_', ' ')] as const)}
          {...form.register('time_zone')}
        />
        <SaveSettings isOwner={isOwner} isDisabled={form.values.name.trim() === ''} />
      </Form>
    </Panel>
  );
}

function Ending({ settings }: { readonly settings: AccountSettings }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Panel title="Data">
      <SettingRow
        title="Export"
        hint="One JSON file with every project: tasks, changes, builds, assets, approvals, deployments and tracker items, as the API returns them. It contains no secrets, and no email addresses except those that people wrote in tasks."
      >
        <ExportButton settings={settings} />
      </SettingRow>
      <SettingRow
        title="Delete the account"
        hint="Immediately ends everyone’s access and deletes every project with everything in it."
      >
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </SettingRow>
      <DeleteDialog settings={settings} open={isDeleting} onOpenChange={setDeleting} />
    </Panel>
  );
}

/** Checks first whether an export can start, because browsers show no error for a refused download. */
function ExportButton({ settings }: { readonly settings: AccountSettings }) {
  const { id, prefixed_id: prefixedId } = settings;
  const exporting = useChange({
    send: () => call(checkExport, { params: { account_id: id } }),
    after() {
      const href = `/console/api/accounts/${id}/export`;
      Object.assign(document.createElement('a'), { href, download: `slipway-${prefixedId}.json` }).click();
    },
  });
  return (
    <>
      <FormError error={exporting.error} />
      <Button disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        <Download aria-hidden className="size-4" />
        Download export
      </Button>
    </>
  );
}

interface DeleteDialogProps {
  readonly settings: AccountSettings;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

function DeleteDialog({ settings, open, onOpenChange }: DeleteDialogProps) {
  const { id, name, projects, members, only_here: onlyHere } = settings;
  const form = useForm(
    { name: '' },
    {
      send: (body) => call(deleteAccount, { params: { account_id: id }, body }),
      after: () => window.location.assign('/'),
    },
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      confirm="Delete account"
      change={form}
      isDisabled={form.values.name.trim() !== name}
      onConfirm={form.submit}
    >
      <p>
        This permanently deletes {plural(projects, 'project')} with builds, logs, changes, tasks, assets and
        deliveries. {plural(members, 'person loses', 'people lose')} access immediately
        {onlyHere > 0 &&
          `; ${onlyHere === 1 ? 'one of them belongs' : `${onlyHere} of them belong`} to no other account and can no longer sign in`}
        . This cannot be undone.
      </p>
      <TextField label={`Type “${name}” to confirm`} autoComplete="off" {...form.register('name')} />
    </ConfirmDialog>
  );
}

/** Whether everyone in the account needs a second factor. */
function RequiredFactor({ settings }: { readonly settings: AccountSettings }) {
  const isRequired = settings.requires_second_factor;
  const saving = useChange({
    send: () =>
      call(updateAccount, {
        params: { account_id: settings.id },
        body: { requires_second_factor: !isRequired },
      }),
    refresh: [['account', settings.id], ['second-factor']],
    message: () => (isRequired ? 'A second factor is now optional.' : 'Everyone now needs a second factor.'),
  });
  return (
    <Panel title="Sign-in">
      <SettingRow
        title={isRequired ? 'Everyone needs a second factor' : 'Require a second factor'}
        hint={
          isRequired
            ? 'Members who have none set it up when they sign in.'
            : 'Signs out members who have none; they set it up when they sign in again. API tokens keep working.'
        }
      >
        <FormError error={saving.error} />
        <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
          {isRequired ? 'Make it optional' : 'Require'}
        </Button>
      </SettingRow>
    </Panel>
  );
}
