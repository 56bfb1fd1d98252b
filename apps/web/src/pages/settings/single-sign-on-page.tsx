import type { SsoSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { getSso } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { CodeBlock } from '../../ui/copy.js';
import { Panel } from '../../ui/panel.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { SettingsPage } from './settings-layout.js';
import { SsoDomain } from './sso-domain.js';
import { SsoOutside } from './sso-outside.js';
import { SsoProviderForm } from './sso-provider-form.js';
import { SsoUse } from './sso-use.js';

export const page = definePage({
  path: '/settings/single-sign-on',
  label: 'Single sign-on',
  icon: Fingerprint,
  place: { group: 'account', order: 6, isForOwners: true },
  words: 'sso openid connect identity provider domain',
});

/** Single sign-on of the account: its provider, its domain, and whether it is required. */
export function SingleSignOnPage() {
  const { id, role } = useAccount();
  const isOwner = role === 'owner';
  const query = useQuery({
    queryKey: ['sso', id],
    queryFn: () => call(getSso, { params: { account_id: id } }),
    enabled: isOwner,
  });
  const settings = query.data;
  return (
    <SettingsPage meta="People sign in with your studio’s own identity provider, through OpenID Connect.">
      {!isOwner && (
        <Panel>
          <p className="p-4 text-sm text-ink-soft">Only owners can see and change single sign-on.</p>
        </Panel>
      )}
      {isOwner && query.isPending && (
        <Panel>
          <SkeletonRows count={4} />
        </Panel>
      )}
      {query.isError && !settings && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {settings && <Settings accountId={id} settings={settings} />}
    </SettingsPage>
  );
}

interface SsoProps {
  readonly accountId: number;
  readonly settings: SsoSettings;
}

function Settings({ accountId, settings }: SsoProps) {
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
