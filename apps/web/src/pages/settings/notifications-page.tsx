import type { NotificationSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { getNotificationSettings, updateNotificationSettings, updatePersonalRules } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { ChosenBuilds } from '../../parts/notifications/chosen-builds.js';
import { NotificationRules } from '../../parts/notifications/notification-rules.js';
import { definePage } from '../../routing/page.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { FormError, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { browserZone } from '../../words/clock.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/notifications',
  label: 'Notifications',
  icon: BellRing,
  place: { group: 'you', order: 4 },
  words: 'email digest quiet hours bell',
});

const KEY = ['notification-settings'];

/** What the signed-in person is notified of, and how. */
export function NotificationSettingsPage() {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => call(getNotificationSettings) });
  return (
    <SettingsPage meta="Notifications appear under the bell. Choose what you get, and whether it is emailed.">
      {data === undefined && !error && (
        <Panel>
          <SkeletonRows count={6} />
        </Panel>
      )}
      {error && data === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      {data && <Mail key={JSON.stringify({ ...data, projects: [] })} settings={data} />}
      {data?.projects.map((project) => (
        <ProjectRules key={project.id} project={project} />
      ))}
    </SettingsPage>
  );
}

const MAIL_OPTIONS = [
  ['immediate', 'Immediately'],
  ['digest', 'Once a day'],
  ['off', 'Never'],
] as const;

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const minutesOf = (clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

function Mail({ settings }: { readonly settings: NotificationSettings }) {
  const [mail, setMail] = useState(settings.mail);
  const [zone, setZone] = useState(settings.is_saved ? settings.time_zone : browserZone());
  const [from, setFrom] = useState(settings.quiet_from === null ? '' : clockOf(settings.quiet_from));
  const [until, setUntil] = useState(settings.quiet_until === null ? '' : clockOf(settings.quiet_until));
  const [hour, setHour] = useState(String(settings.digest_hour));
  const saving = useChange({
    send: () =>
      call(updateNotificationSettings, {
        body: {
          ...{ mail, time_zone: zone, digest_hour: Number(hour) },
          ...{ quiet_from: minutesOf(from), quiet_until: minutesOf(until) },
        },
      }),
    refresh: [KEY, ['session']],
    message: () => 'Notification settings saved.',
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate(undefined);
  }
  const zones = settings.time_zones.includes(zone) ? settings.time_zones : [zone, ...settings.time_zones];
  return (
    <Panel title="Email">
      <form onSubmit={submit} className="flex max-w-md flex-col gap-4 p-4">
        <Field label="Email me">
          {(ids) => (
            <Select
              {...ids}
              value={mail}
              options={MAIL_OPTIONS}
              onChange={(event) => setMail(event.target.value as typeof mail)}
            />
          )}
        </Field>
        {mail === 'digest' && (
          <Field label="Hour of the digest">
            {(ids) => (
              <Select
                {...ids}
                value={hour}
                options={Array.from({ length: 24 }, (_, each) => [String(each), clockOf(each * 60)] as const)}
                onChange={(event) => setHour(event.target.value)}
              />
            )}
          </Field>
        )}
        {mail === 'immediate' && (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Quiet from"
              type="time"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              label="Quiet until"
              type="time"
              hint="Emails wait until then."
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          </div>
        )}
        <Field label="Time zone" hint="All times in the console are in this zone.">
          {(ids) => (
            <Select
              {...ids}
              value={zone}
              options={zones.map((each) => [each, each.replaceAll('_', ' ')] as const)}
              onChange={(event) => setZone(event.target.value)}
            />
          )}
        </Field>
        <SaveSettings error={saving.error} isOwner isDisabled={saving.isPending} />
      </form>
    </Panel>
  );
}

function ProjectRules({ project }: { readonly project: NotificationSettings['projects'][number] }) {
  const saving = useChange({
    send: (body: Partial<Pick<typeof project, 'rules' | 'builds'>>) =>
      call(updatePersonalRules, { params: { project_id: project.id }, body }),
    refresh: [KEY],
  });
  return (
    <Panel title={project.name}>
      <div className="flex flex-col gap-2 p-4">
        <ChosenBuilds
          projectId={project.id}
          filter={project.builds}
          save={(builds) => saving.mutateAsync({ builds })}
        />
        <NotificationRules
          rules={project.rules}
          saving={saving.isPending ? saving.variables.rules?.[0] : undefined}
          onChange={(rule) => saving.mutate({ rules: [rule] })}
        />
        <FormError error={saving.error} />
      </div>
    </Panel>
  );
}
