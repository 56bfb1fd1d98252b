import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { getSso } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { CodeBlock } from '../../ui/copy.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { SettingsPage } from './settings-layout.js';
import { SsoOutside } from './sso-outside.js';
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
