import { deviceName, type OwnSession } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { changePassword, endOneSession, endOtherSessions, listSessions, renameYourself } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useSession } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Form, FormEnd, FormError } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { SecondFactor } from './passkeys.js';
import { SettingsPage } from './settings-layout.js';

const KEY = ['own-session'] as const;

export const page = definePage({
  path: '/settings/sessions',
  label: 'Sessions and password',
  icon: Laptop,
  place: { group: 'you', order: 2 },
  words: 'profile name browsers second factor two-factor 2fa totp passkey webauthn security key recovery codes',
});

export function SessionsPage() {
  const query = useQuery(read(KEY, listSessions));
  return (
    <SettingsPage meta="Where you are signed in, and how you sign in.">
      <Loaded query={query} rows={3} title="Sessions">
        {({ sessions }) => <Sessions sessions={sessions} />}
      </Loaded>
      <SecondFactor />
      <Password />
      <Profile />
    </SettingsPage>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const ending = useChange({
    send: (id: string) => call(endOneSession, { params: { session_id: id } }),
    refresh: [KEY],
    message: () => 'Session ended.',
  });
  const endingOthers = useChange({
    send: () => call(endOtherSessions),
    refresh: [KEY],
    message: ({ ended }) => `${plural(ended, 'session')} ended.`,
  });
  return (
    <Panel
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <Button size="small" look="danger" change={endingOthers}>
            End all other sessions
          </Button>
        )
      }
    >
      <ul aria-label="Sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isPending={ending.isPending}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {(ending.error ?? endingOthers.error) && (
        <div className="border-t border-line p-3">
          <FormError error={ending.error ?? endingOthers.error} />
        </div>
      )}
    </Panel>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isPending: boolean;
  onEnd(): void;
}

function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const Icon = /iPhone|Android|iPad/.test(session.user_agent) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium" title={session.user_agent}>
            {deviceName(session.user_agent)}
          </span>
          {session.is_current && <StatusPill state="ok" label="This browser" />}
        </div>
        <div className="text-xs text-ink-soft">
          <span className="font-mono">{session.ip_address || 'unknown IP address'}</span> · seen{' '}
          <Time at={session.last_seen_at} /> · signed in <Time at={session.created_at} /> · ends{' '}
          <Time at={session.expires_at} />
        </div>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          look="danger"
          subject={`the session of ${deviceName(session.user_agent)}`}
          disabled={isPending}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}

function Password() {
  const form = useForm(
    { current_password: '', new_password: '' },
    {
      send: (body) => call(changePassword, { body }),
      refresh: [KEY],
      message: ({ ended_sessions: ended }) =>
        ended === 0 ? 'Password changed.' : `Password changed. ${plural(ended, 'other session')} ended.`,
      resets: true,
    },
  );
  return (
    <Panel title="Password">
      <Form form={form} className="flex max-w-md flex-col gap-4 p-4">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...form.register('current_password')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. This ends your other sessions."
          minLength={10}
          maxLength={200}
          required
          {...form.register('new_password')}
        />
        <FormEnd submit="Change password" />
      </Form>
    </Panel>
  );
}

function Profile() {
  const { user } = useSession();
  const form = useForm(
    { name: user.name },
    {
      send: ({ name }) => call(renameYourself, { body: { name: name.trim() } }),
      refresh: [['session'], ['member']],
      message: () => 'Name changed.',
    },
  );
  return (
    <Panel title="You">
      <Form form={form} className="flex max-w-md flex-col gap-4 p-4">
        <TextField
          label="Name"
          hint="Shown to other people in your accounts."
          required
          maxLength={100}
          {...form.register('name')}
        />
        <TextField label="Email address" value={user.email} readOnly disabled hint="Only you can see it." />
        <FormEnd submit="Save name" disabled={!form.isChanged || form.values.name.trim() === ''} />
      </Form>
    </Panel>
  );
}
