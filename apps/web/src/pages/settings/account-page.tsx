import type { AccountSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { checkExport, deleteAccount, getAccount, updateAccount } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { DeleteByName } from '../../parts/delete-by-name.js';
import { Download } from '../../parts/download.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CopyableId } from '../../ui/copy.js';
import { Select, SelectField, TextField } from '../../ui/field.js';
import { Form, FormError, SaveSettings, SettingRow, Submit } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/account',
  label: 'Account',
  icon: SlidersHorizontal,
  place: { group: 'account', order: 1 },
  words: 'export delete time zone',
});

export function AccountPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const query = useQuery(read(['account', account.id], getAccount, { params: { account_id: account.id } }));
  const { data } = query;
  return (
    <SettingsPage
      meta={
        data && (
          <>
            <CopyableId value={data.prefixed_id} /> · created <Time at={data.created_at} /> ·{' '}
            {plural(data.projects, 'project')}, {plural(data.members, 'member')}
          </>
        )
      }
    >
      <Loaded query={query} rows={4}>
        {(settings) => (
          <>
            <General settings={settings} isOwner={isOwner} />
            {isOwner && <RequiredFactor settings={settings} />}
            {isOwner && <TokenLimit settings={settings} />}
            {isOwner && <Ending settings={settings} />}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function General({ settings, isOwner }: { readonly settings: AccountSettings; readonly isOwner: boolean }) {
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
  const { id, name, projects, members, only_here: onlyHere } = settings;
  return (
    <Panel title="Data">
      <SettingRow
        title="Export"
        hint="One JSON file with every project: tasks, changes, builds, assets, approvals, deployments and tracker items, as the API returns them. It contains no secrets, and no email addresses except those that people wrote in tasks."
      >
        <Download
          check={() => call(checkExport, { params: { account_id: id } })}
          href={`/console/api/accounts/${id}/export`}
          name={`slipway-${settings.prefixed_id}.json`}
        >
          Download export
        </Download>
      </SettingRow>
      <SettingRow
        title="Delete the account"
        hint="Immediately ends everyone’s access and deletes every project with everything in it."
      >
        <DeleteByName
          name={name}
          title={`Delete ${name}?`}
          label="Delete account"
          send={(body) => call(deleteAccount, { params: { account_id: id }, body })}
          after={() => window.location.assign('/')}
        >
          <p>
            This permanently deletes {plural(projects, 'project')} with builds, logs, changes, tasks, assets and
            deliveries. {plural(members, 'person loses', 'people lose')} access immediately
            {onlyHere > 0 &&
              `; ${onlyHere === 1 ? 'one of them belongs' : `${onlyHere} of them belong`} to no other account and can no longer sign in`}
            . This cannot be undone.
          </p>
        </DeleteByName>
      </SettingRow>
    </Panel>
  );
}

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
        <Button change={saving}>{isRequired ? 'Make it optional' : 'Require'}</Button>
      </SettingRow>
    </Panel>
  );
}

const LIMITS = [7, 30, 90, 180, 365];

const label = (days: number) => (days === 365 ? '1 year' : plural(days, 'day'));

const longerTokens = (count: number) =>
  count === 1
    ? 'One member’s token lasts longer; its owner can shorten it.'
    : `${count} of your members’ tokens last longer; their owners can shorten them.`;

function TokenLimit({ settings }: { readonly settings: AccountSettings }) {
  const { id, max_token_days: current, tokens_over_limit: overLimit } = settings;
  const form = useForm(
    { max_token_days: String(current ?? '') },
    {
      send: ({ max_token_days: chosen }) =>
        call(updateAccount, {
          params: { account_id: id },
          body: { max_token_days: chosen === '' ? null : Number(chosen) },
        }),
      refresh: [['account', id], ['token']],
      message: (_answer, { max_token_days: chosen }) =>
        chosen === '' ? 'API tokens have no limit now.' : 'The limit applies to new API tokens.',
    },
  );
  const days = [...new Set([...LIMITS, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b);
  const options = [['', 'No limit'], ...days.map((each) => [String(each), label(each)])] as [string, string][];
  return (
    <Panel title="API tokens">
      <SettingRow
        title="Longest lifetime of a new token"
        hint={
          <>
            For people in several accounts, the shortest applies. Command-line and assistant logins always last 90
            days. Existing tokens stay as they are.
            {overLimit > 0 && ` ${longerTokens(overLimit)}`}
          </>
        }
      >
        <Form form={form} className="flex flex-wrap items-center gap-2">
          <FormError error={form.error} />
          <Select
            aria-label="Longest lifetime of a new token"
            options={options}
            {...form.register('max_token_days')}
          />
          <Submit disabled={!form.isChanged}>Save</Submit>
        </Form>
      </SettingRow>
    </Panel>
  );
}
