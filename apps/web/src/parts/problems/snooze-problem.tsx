import { type ConsoleProblemDetail, MAX_SNOOZE_DAYS } from '@slipway/contracts';
import { AlarmClock, AlarmClockOff } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../data/form.js';
import { type ProblemEdit, useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { useNow } from '../../ui/time.js';
import { addDays, localDay, startOfDay } from '../../words/clock.js';

interface SnoozeProblemProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

const DAY_MS = 24 * 60 * 60_000;
const LENGTHS = [
  [1, 'For a day'],
  [7, 'For a week'],
  [30, 'For 30 days'],
] as const;

/** Snoozes an open problem for a time that people choose, or ends the snooze. */
export function SnoozeProblem({ problem, projectId }: SnoozeProblemProps) {
  const [isChoosing, setChoosing] = useState(false);
  const now = useNow();
  const canEdit = useAccount().read_only_reason === null;
  const saving = useProblemEdit(projectId, problem.id);
  if (problem.state !== 'open' || !canEdit) return null;
  if (problem.snoozed_until !== null)
    return (
      <Button
        icon={AlarmClockOff}
        disabled={saving.isPending}
        onClick={() => saving.mutate({ edit: { snoozed_until: null }, message: 'Snooze ended.' })}
      >
        End snooze
      </Button>
    );
  const snooze = (edit: ProblemEdit) => saving.mutateAsync({ edit, message: 'Problem snoozed.' });
  return (
    <>
      <Menu
        trigger={
          <>
            <AlarmClock aria-hidden className="size-4" />
            Snooze
          </>
        }
        triggerClass={buttonClass()}
      >
        {LENGTHS.map(([days, label]) => (
          <MenuItem
            key={days}
            onSelect={() => void snooze({ snoozed_until: new Date(now.getTime() + days * DAY_MS) })}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setChoosing(true)}>Until a date</MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => void snooze({ snooze_ends: 'next_change' })}>
          Until it fails on a newer revision
        </MenuItem>
      </Menu>
      {isChoosing && <ChooseDate snooze={snooze} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface ChooseDateProps {
  snooze(edit: ProblemEdit): Promise<unknown>;
  onClose(): void;
}

function ChooseDate({ snooze, onClose }: ChooseDateProps) {
  const today = localDay(useNow());
  const form = useForm(
    { day: addDays(today, 14) },
    {
      send: ({ day }) => snooze({ snoozed_until: startOfDay(day) }),
      after: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title="Snooze until a date"
      description="It sends no messages until then, and then tells you that it needs attention again."
      confirm="Snooze"
      onClose={onClose}
    >
      <TextField
        label="Date"
        type="date"
        required
        min={addDays(today, 1)}
        max={addDays(today, MAX_SNOOZE_DAYS)}
        {...form.register('day')}
      />
    </FormDialog>
  );
}
