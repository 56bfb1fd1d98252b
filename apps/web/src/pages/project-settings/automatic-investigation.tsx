import { MAX_DAILY_CREDITS, type AutomaticInvestigation as Mode, type ProjectSettings } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { count, plural } from '../../words/format.js';

const MODES: readonly (readonly [mode: Mode, label: string])[] = [
  ['off', 'Off'],
  ['main_jobs', 'Failures of the main job'],
  ['every_failure', 'Every failure'],
];

interface AutomaticInvestigationProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** Which failures are investigated without anyone asking, and what that may cost. */
export function AutomaticInvestigation({ project, isOwner }: AutomaticInvestigationProps) {
  const { mode: saved, daily_credits: budget, spent_today: spent } = project.automatic_investigation;
  const [mode, setMode] = useState<string>(saved);
  const [credits, setCredits] = useState(String(budget));
  const saving = useChange({
    send: () =>
      call(updateProject, {
        params: { project_id: project.id },
        body: { automatic_investigation: mode as Mode, automatic_daily_credits: Number(credits) },
      }),
    refresh: [['project', project.id]],
    message: () => 'Settings saved. They apply to new failures.',
  });
  const isValid = /^\d{1,5}$/.test(credits) && Number(credits) <= MAX_DAILY_CREDITS;
  const isChanged = mode !== saved || credits !== String(budget);
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate(undefined);
  }
  return (
    <Panel
      title="Automatic investigation"
      aside={
        <span className="tnum text-xs text-ink-soft">
          {count(spent)} of {plural(budget, 'credit')} spent today
        </span>
      }
    >
      <form onSubmit={submit} className="flex max-w-xl flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Slipway investigates the first failure after a pass. Further failures with the same cause, and builds
          without a log, cost nothing. Automatic investigations do not count toward the daily limit of the account.
        </p>
        <Field label="Investigate">
          {(ids) => (
            <Select
              {...ids}
              disabled={!isOwner}
              value={mode}
              options={MODES}
              onChange={(event) => setMode(event.target.value)}
            />
          )}
        </Field>
        <TextField
          label="Credits a day"
          hint="When they are spent, failures wait for someone to investigate them. Days are in US Eastern time."
          inputMode="numeric"
          required
          disabled={!isOwner}
          error={isValid ? undefined : `Enter a number from 0 to ${count(MAX_DAILY_CREDITS)}.`}
          value={credits}
          onChange={(event) => setCredits(event.target.value.trim())}
        />
        <SaveSettings
          error={saving.error}
          isOwner={isOwner}
          isDisabled={!isChanged || !isValid || saving.isPending}
        />
      </form>
    </Panel>
  );
}
