import type { NotificationSettings } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { getNotificationSettings, updateNotificationSettings, updatePersonalRules } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { ChosenBuilds } from '../../parts/notifications/chosen-builds.js';
import { NotificationRules } from '../../parts/notifications/notification-rules.js';
import { definePage } from '../../routing/page.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, FormError, SaveSettings } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
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

export function NotificationSettingsPage() {
  const query = useQuery(read(KEY, getNotificationSettings));
  return (
    <SettingsPage meta="Notifications appear under the bell. Choose what you get, and whether it is emailed.">
      <Loaded query={query} rows={6}>
        {(settings) => (
          <>
            <Mail settings={settings} />
            {settings.projects.map((project) => (
              <ProjectRules key={project.id} project={project} />
            ))}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

const MAIL_OPTIONS = [
  ['immediate', 'Immediately'],
  ['digest', 'Once a day'],
  ['off', 'Never'],
] as const;

const clockOf = (minutes: number | null) =>
  minutes === null
    ? ''
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), clockOf(hour * 60)] as const);

const minutesOf = (clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

function Mail({ settings }: { readonly settings: NotificationSettings }) {
  const form = useForm(
    {
      mail: settings.mail,
      time_zone: settings.is_saved ? settings.time_zone : browserZone(),
      quiet_from: clockOf(settings.quiet_from),
      quiet_until: clockOf(settings.quiet_until),
      digest_hour: String(settings.digest_hour),
    },
    {
      send: ({ quiet_from: from, quiet_until: until, digest_hour: hour, ...body }) =>
        call(updateNotificationSettings, {
          body: { ...body, digest_hour: Number(hour), quiet_from: minutesOf(from), quiet_until: minutesOf(until) },
        }),
      refresh: [KEY, ['session']],
      message: () => 'Notification settings saved.',
    },
  );
  const { mail, time_zone: zone } = form.values;
  const zones = settings.time_zones.includes(zone) ? settings.time_zones : [zone, ...settings.time_zones];
  return (
    <Panel title="Email">
      <Form form={{ ...form, isChanged: true }} className="flex max-w-md flex-col gap-4 p-4">
        <SelectField label="Email me" options={MAIL_OPTIONS} {...form.register('mail')} />
        {mail === 'digest' && (
          <SelectField label="Hour of the digest" options={HOURS} {...form.register('digest_hour')} />
        )}
        {mail === 'immediate' && (
          <div className="grid grid-cols-2 gap-3">
            <TextField label="Quiet from" type="time" {...form.register('quiet_from')} />
            <TextField
              label="Quiet until"
              type="time"
              hint="Emails wait until then."
              {...form.register('quiet_until')}
            />
          </div>
        )}
        <SelectField
          label="Time zone"
          hint="All times in the console are in this zone."
          options={zones.map((each) => [each, each.replaceAll('_', ' ')] as const)}
          {...form.register('time_zone')}
        />
        <SaveSettings isOwner />
      </Form>
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
