import {
  type AssetType,
  type AutomaticInvestigation,
  MAX_CULPRIT_RUNS,
  MAX_DAILY_CREDITS,
  MAX_FLAKY_FAILURES,
  type ProjectSetting,
  type ProjectSettings,
} from '@slipway/contracts';
import type { ReactNode } from 'react';
import type { Registered } from '../../data/form.js';
import { ENGINES } from '../../parts/projects/new-project.js';
import { Check, SelectField, TextArea, TextField } from '../../ui/field.js';
import { count } from '../../words/format.js';

export type Written = string | boolean | readonly string[];

interface ShownField {
  readonly project: ProjectSettings;
  readonly value: Written;
  readonly control: Registered & { readonly disabled: boolean };
  readonly error: string | undefined;
}

export interface SettingForm<Value> {
  readonly panel: 'general' | 'approval' | 'previews' | 'investigation' | 'tests';
  write(value: Value): Written;
  read(written: Written): Value;
  flawOf?(written: Written): string | undefined;
  show(field: ShownField): ReactNode;
}

interface Words {
  readonly label: string;
  readonly hint?: string;
}

type Options = readonly (readonly [value: string, label: string])[];

/** One of a few words; the empty one stands for null. */
function choice<Value extends string | null>(
  panel: SettingForm<Value>['panel'],
  words: Words,
  optionsOf: (project: ProjectSettings) => Options,
): SettingForm<Value> {
  return {
    panel,
    write: (value) => value ?? '',
    read: (written) => (written === '' ? null : written) as Value,
    show: ({ project, control, error }) => (
      <SelectField {...words} options={optionsOf(project)} error={error} {...control} />
    ),
  };
}

function number(panel: SettingForm<number>['panel'], words: Words, max: number): SettingForm<number> {
  const isNumber = (text: string) => /^\d+$/.test(text.trim()) && Number(text) <= max;
  return {
    panel,
    write: String,
    read: Number,
    flawOf: (text) => (isNumber(String(text)) ? undefined : `Enter a number from 0 to ${count(max)}.`),
    show: ({ control, error }) => <TextField {...words} inputMode="numeric" required error={error} {...control} />,
  };
}

function lines(panel: SettingForm<readonly string[]>['panel'], words: Words): SettingForm<readonly string[]> {
  return {
    panel,
    write: (values) => values.join('\n'),
    read: (written) =>
      String(written)
        .split(/[\s,]+/)
        .filter((line) => line !== ''),
    show: ({ control, error }) => (
      <TextArea {...words} rows={3} spellCheck={false} className="font-mono" error={error} {...control} />
    ),
  };
}

function flag(panel: SettingForm<boolean>['panel'], label: string, explanation?: string): SettingForm<boolean> {
  return {
    panel,
    write: (value) => value,
    read: Boolean,
    show: ({ control, value }) => (
      <>
        <Check label={label} className="w-fit rounded-sm px-1 py-1 hover:bg-hover" {...control} />
        {value && explanation && <p className="px-1 text-sm text-ink-soft">{explanation}</p>}
      </>
    ),
  };
}

const TYPES: readonly (readonly [type: AssetType, label: string])[] = [
  ['texture', 'Textures'],
  ['model', 'Models'],
  ['material', 'Materials'],
  ['animation', 'Animations'],
  ['level', 'Levels'],
  ['audio', 'Audio'],
  ['video', 'Video'],
  ['shader', 'Shaders'],
  ['script', 'Scripts'],
  ['config', 'Config'],
  ['document', 'Documents'],
  ['font', 'Fonts'],
  ['archive', 'Archives'],
];

const MODES: readonly (readonly [mode: AutomaticInvestigation, label: string])[] = [
  ['off', 'Off'],
  ['main_jobs', 'Failures of the main job'],
  ['every_failure', 'Every failure'],
];

function jobsOf({ jobs, main_job_name: mainJob }: ProjectSettings): Options {
  const [busiest] = jobs;
  const names = new Set([...jobs, ...(mainJob ? [mainJob] : [])]);
  return [
    ['', `The job that runs most often${busiest === undefined ? '' : ` (${busiest})`}`],
    ...[...names].map((name) => [name, name] as const),
  ];
}

export const SETTINGS: { readonly [K in ProjectSetting]: SettingForm<ProjectSettings[K]> } = {
  name: {
    panel: 'general',
    write: (name) => name,
    read: (written) => String(written).trim(),
    flawOf: (written) => (String(written).trim() === '' ? 'Enter a name.' : undefined),
    show: ({ control, error }) => <TextField label="Name" required maxLength={100} error={error} {...control} />,
  },
  engine: choice(
    'general',
    { label: 'Engine', hint: 'Used as the build type of reports that do not name one.' },
    () => ENGINES,
  ),
  main_job_name: choice(
    'general',
    {
      label: 'Main job',
      hint: 'Its latest build decides whether the project is green in the sidebar, on Home and on the badge.',
    },
    jobsOf,
  ),
  approval_asset_types: {
    panel: 'approval',
    write: (types) => types,
    read: (written) => TYPES.flatMap(([type]) => ((written as readonly string[]).includes(type) ? type : [])),
    show: ({ control }) => (
      <fieldset disabled={control.disabled}>
        <legend className="sr-only">Asset types that need approval</legend>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
          {TYPES.map(([type, label]) => (
            <li key={type}>
              <Check label={label} className="rounded-sm px-1 py-1 hover:bg-hover" value={type} {...control} />
            </li>
          ))}
        </ul>
      </fieldset>
    ),
  },
  no_self_approval: flag(
    'approval',
    'Someone other than the author of a change must approve it',
    'The author is the member to whom the change was attributed when it arrived. If it was attributed to nobody, ' +
      'an owner must approve it.',
  ),
  preview_hosts: lines('previews', {
    label: 'Hosts',
    hint: 'One per line: cdn.example.com, *.example.com, art.local:8443',
  }),
  automatic_investigation: choice('investigation', { label: 'Investigate' }, () => MODES),
  automatic_daily_credits: number(
    'investigation',
    {
      label: 'Credits a day',
      hint: 'When they are spent, failures wait for someone to investigate them. Days are in US Eastern time.',
    },
    MAX_DAILY_CREDITS,
  ),
  culprit_runs_per_day: number(
    'investigation',
    {
      label: 'Runs a day to find culprits',
      hint: 'The most runs that searches for culprits may request from the build tool. With 0, they request none.',
    },
    MAX_CULPRIT_RUNS,
  ),
  max_flaky_failures: number(
    'tests',
    {
      label: 'Failures of flaky tests',
      hint: 'A build with more of them does not pass. With 0, every failure counts unless its test is muted.',
    },
    MAX_FLAKY_FAILURES,
  ),
  unmuted_branches: lines('tests', {
    label: 'Branches on which muted tests count',
    hint: 'One per line, * for any characters: release/*',
  }),
};
