import type { AllowedAddress, OutsideMember } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { allowSsoAddress, disallowSsoAddress, getSso } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount, useSession } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { membersKey } from './member-actions.js';
import { SettingsPage } from './settings-layout.js';
import { SsoDomain, type SsoProps, SsoProviderForm, SsoUse } from './sso-provider.js';

export const page = definePage({
  path: '/settings/single-sign-on',
  label: 'Single sign-on',
  icon: Fingerprint,
  place: { group: 'account', order: 6, isForOwners: true },
  words: 'sso openid connect identity provider domain',
});

export function SingleSignOnPage() {
  const { id, role } = useAccount();
  const isOwner = role === 'owner';
  const query = useQuery({ ...read(['sso', id], getSso, { params: { account_id: id } }), enabled: isOwner });
  return (
    <SettingsPage meta="People sign in with your studio’s own identity provider, through OpenID Connect.">
      {isOwner ? (
        <Loaded query={query} rows={4}>
          {(settings) => <Settings accountId={id} settings={settings} />}
        </Loaded>
      ) : (
        <Panel>
          <p className="p-4 text-sm text-ink-soft">Only owners can see and change single sign-on.</p>
        </Panel>
      )}
    </SettingsPage>
  );
}

function Settings({ accountId, settings }: Omit<SsoProps, 'provider'>) {
  const { provider } = settings;
  return (
    <>
      <Panel title="Addresses">
        <div className="flex flex-col gap-4 p-4">
          <CodeBlock
            label="Redirect URI: register it for Slipway at your identity provider"
            text={settings.redirect_uri}
          />
          <CodeBlock
            label="Sign-in address: leads straight to your identity provider"
            text={settings.sign_in_url}
          />
        </div>
      </Panel>
      <SsoProviderForm accountId={accountId} settings={settings} />
      {provider && <SsoDomain accountId={accountId} provider={provider} />}
      {provider && <SsoOutside accountId={accountId} settings={settings} provider={provider} />}
      {provider && <SsoUse accountId={accountId} settings={settings} provider={provider} />}
    </>
  );
}

function SsoOutside({ accountId, settings, provider }: SsoProps) {
  const { outside_members: members, allowed_addresses: addresses } = settings;
  const params = { account_id: accountId };
  const refresh = [['sso', accountId], membersKey(accountId)];
  const allowing = useChange({
    send: (body: { email: string } | { user_id: number }) => call(allowSsoAddress, { params, body }),
    refresh,
    message: () => 'Address allowed.',
  });
  const removing = useChange({
    send: ({ id }: AllowedAddress) => call(disallowSsoAddress, { params: { ...params, address_id: id } }),
    refresh,
    message: (_, { recipient }) => `${recipient} is no longer allowed.`,
  });
  const form = useForm({ email: '' }, { send: (body) => allowing.mutateAsync(body), resets: true });
  return (
    <Panel title={`People outside ${provider.domain}`}>
      <p className="px-4 pt-4 text-sm text-ink-soft">
        While single sign-on is required, people with other addresses can use this account only if you allow their
        address, and with a second factor. This never affects their other accounts.
      </p>
      {members.length > 0 && (
        <ul aria-label="Members outside the domain" className="divide-y divide-line pt-2">
          {members.map((member) => (
            <Member
              key={member.user_id}
              member={member}
              isRequired={provider.state === 'required'}
              isPending={allowing.isPending}
              onAllow={() => allowing.mutate({ user_id: member.user_id })}
            />
          ))}
        </ul>
      )}
      {addresses.length > 0 && (
        <ul aria-label="Allowed addresses" className="divide-y divide-line border-t border-line">
          {addresses.map((address) => (
            <li key={address.id} className="flex items-center gap-4 px-4 py-2.5 text-sm">
              <span className="min-w-0 flex-1 truncate">
                {address.recipient}
                <span className="text-ink-faint"> · allowed</span>
              </span>
              <Button
                size="small"
                look="danger"
                subject={address.recipient}
                disabled={removing.isPending}
                onClick={() => removing.mutate(address)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} className="flex max-w-md flex-col gap-4 p-4">
        <TextField
          label="Allow an address"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint="Then invite the person under Members and roles."
          {...form.register('email')}
        />
        <FormError error={allowing.error ?? removing.error} />
        <div>
          <Submit>Allow address</Submit>
        </div>
      </Form>
    </Panel>
  );
}

interface MemberProps {
  readonly member: OutsideMember;
  readonly isRequired: boolean;
  readonly isPending: boolean;
  onAllow(): void;
}

function Member({ member, isRequired, isPending, onAllow }: MemberProps) {
  const { user } = useSession();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <Avatar name={member.name} />
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-medium">
          {member.name}
          {member.user_id === user.id && <span className="font-normal text-ink-faint"> (you)</span>}
        </div>
        <div className="text-xs text-ink-soft">{describeAccess(member, isRequired)}</div>
      </div>
      {member.missing === 'permission' && (
        <Button size="small" subject={member.name} disabled={isPending} onClick={onAllow}>
          Allow
        </Button>
      )}
    </li>
  );
}

function describeAccess({ missing }: OutsideMember, isRequired: boolean): string {
  if (missing === null) return 'Allowed, with a second factor';
  if (missing === 'second_factor')
    return isRequired
      ? 'Allowed, but has no access until they add a second factor'
      : 'Allowed, but needs a second factor once single sign-on is required';
  return isRequired ? 'No access' : 'Loses access once single sign-on is required';
}
