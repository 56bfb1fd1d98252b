import type { ProjectSetting, ProjectSettings } from '@slipway/contracts';
import type { QueryKey } from '@tanstack/react-query';
import { Fragment } from 'react';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { count, plural } from '../../words/format.js';
import { SETTINGS, type SettingForm, type Written } from './settings.js';

type PanelName = SettingForm<unknown>['panel'];

interface PanelWords {
  readonly title: string;
  readonly intro?: string;
  readonly saved: string;
  /** The queries whose data a change makes out of date, besides those of the project. */
  readonly refresh?: (projectId: number) => readonly QueryKey[];
}

const PANELS: Readonly<Record<PanelName, PanelWords>> = {
  general: { title: 'General', saved: 'Settings saved.', refresh: () => [['project'], ['session']] },
  approval: {
    title: 'Approval policy',
    intro: 'Changes to these asset types wait in the review queue until someone approves them.',
    saved: 'Approval policy saved. It applies to new changes.',
  },
  previews: {
    title: 'Preview hosts',
    intro:
      'Senders can report a picture or recording of an asset by its URL. Browsers load it only from these hosts; ' +
      'Slipway itself never loads it.',
    saved: 'Preview hosts saved. Pages that are open load from new hosts after a reload.',
    refresh: (projectId) => [['asset', projectId]],
  },
  investigation: {
    title: 'Automatic investigation',
    intro:
      'Slipway investigates the first failure after a pass. Further failures with the same cause, and builds without ' +
      'a log, cost nothing. Automatic investigations do not count toward the daily limit of the account.',
    saved: 'Settings saved. They apply to new failures.',
  },
};

/** The panels in the order of the page. */
export const PANEL_NAMES = Object.keys(PANELS) as readonly PanelName[];

interface SettingsPanelProps {
  readonly panel: PanelName;
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

const FORMS = Object.entries<SettingForm<unknown>>(SETTINGS) as [ProjectSetting, SettingForm<unknown>][];

export function SettingsPanel({ panel, project, isOwner }: SettingsPanelProps) {
  const { title, intro, saved, refresh } = PANELS[panel];
  const fields = FORMS.filter(([, field]) => field.panel === panel);
  const form = useForm<Record<string, Written>, unknown>(
    Object.fromEntries(fields.map(([name, { write }]) => [name, write(project[name])])),
    {
      send: (values) =>
        call(updateProject, {
          params: { project_id: project.id },
          body: Object.fromEntries(fields.map(([name, { read }]) => [name, read(values[name] ?? '')])),
        }),
      refresh: [['project', project.id], ...(refresh?.(project.id) ?? [])],
      message: () => saved,
    },
  );
  const flaws = fields.map(([name, { flawOf }]) => flawOf?.(form.values[name] ?? ''));
  const spent = `${count(project.automatic_credits_spent_today)} of ${plural(project.automatic_daily_credits, 'credit')}`;
  return (
    <Panel
      title={title}
      {...(panel === 'previews' && { id: 'preview-hosts' })}
      aside={panel === 'investigation' && <span className="tnum text-xs text-ink-soft">{spent} spent today</span>}
    >
      <Form form={form} className="flex max-w-xl flex-col gap-4 p-4">
        {intro && <p className="text-sm text-ink-soft">{intro}</p>}
        {fields.map(([name, { show }], place) => (
          <Fragment key={name}>
            {show({
              project,
              value: form.values[name] ?? '',
              control: { ...form.register(name), disabled: !isOwner },
              error: flaws[place],
            })}
          </Fragment>
        ))}
        <SaveSettings isOwner={isOwner} isDisabled={flaws.some((flaw) => flaw !== undefined)} />
      </Form>
    </Panel>
  );
}
