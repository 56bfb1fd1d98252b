import { NOTIFIED_JOBS, NOTIFIED_PROBLEMS, type NotificationFilter } from '@slipway/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewNotificationFilter } from '../../data/api.js';
import { call } from '../../data/call.js';
import { Button } from '../../ui/button.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';
import { plural } from '../../words/format.js';
import { JOB_WORDS, PROBLEM_WORDS, patternsIn } from './filter-words.js';

interface ChooseBuildsProps {
  readonly projectId: number;
  readonly filter: NotificationFilter;
  save(filter: NotificationFilter): Promise<unknown>;
  onDone(): void;
}

/** Chooses jobs, branches and problems, and shows what they would have matched. */
export function ChooseBuilds({ projectId, filter, save, onDone }: ChooseBuildsProps) {
  const [jobs, setJobs] = useState(filter.jobs);
  const [names, setNames] = useState(filter.job_patterns.join(', '));
  const [branches, setBranches] = useState(filter.branch_patterns.join(', '));
  const [problems, setProblems] = useState(filter.problems);
  const [isShipping, setShipping] = useState(filter.shipping_only);
  const saving = useMutation({ mutationFn: save, onSuccess: onDone });
  const chosen: NotificationFilter = {
    ...{ jobs, job_patterns: jobs === 'matching' ? patternsIn(names) : [], branch_patterns: patternsIn(branches) },
    ...{ problems, shipping_only: isShipping },
  };
  const isComplete = problems.length > 0 && (jobs !== 'matching' || chosen.job_patterns.length > 0);
  return (
    <Form error={saving.error} onSubmit={() => saving.mutate(chosen)} className="flex flex-col gap-4">
      <Field label="Jobs">
        {(ids) => (
          <Select
            {...ids}
            value={jobs}
            options={NOTIFIED_JOBS.map((each) => [each, JOB_WORDS[each]] as const)}
            onChange={(event) => setJobs(event.target.value as typeof jobs)}
          />
        )}
      </Field>
      {jobs === 'matching' && (
        <TextField
          label="Names"
          hint="Separated by commas. An asterisk stands for any characters."
          placeholder="Harbor-*"
          required
          value={names}
          onChange={(event) => setNames(event.target.value)}
        />
      )}
      <TextField
        label="Branches"
        hint="Leave empty for every branch."
        placeholder="main, release/*"
        value={branches}
        onChange={(event) => setBranches(event.target.value)}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="text-sm font-medium">Problems</legend>
        {NOTIFIED_PROBLEMS.map((state) => (
          <Check
            key={state}
            label={PROBLEM_WORDS[state]}
            checked={problems.includes(state)}
            onChange={(isChecked) =>
              setProblems(isChecked ? [...problems, state] : problems.filter((each) => each !== state))
            }
          />
        ))}
        <p className="text-xs text-ink-faint">A failure without a known cause counts as new.</p>
      </fieldset>
      <Check label="Shipping builds only" checked={isShipping} onChange={setShipping} />
      {isComplete && <Matches projectId={projectId} filter={chosen} />}
      <FormError error={saving.error} />
      <Button type="submit" look="primary" className="self-end" disabled={!isComplete || saving.isPending}>
        Save
      </Button>
    </Form>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(isChecked: boolean): void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

const SETTLE_MS = 300;

function Matches({ projectId, filter }: Pick<ChooseBuildsProps, 'projectId' | 'filter'>) {
  const builds = JSON.stringify(filter);
  const [settled, setSettled] = useState(builds);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(builds), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [builds]);
  const { data } = useQuery({
    queryKey: ['notification', projectId, 'matches', settled],
    queryFn: () =>
      call(previewNotificationFilter, {
        params: { project_id: projectId },
        body: { builds: JSON.parse(settled) as NotificationFilter },
      }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const { failed_builds: count, job_names: names } = data;
  return (
    <p role="status" className="text-sm text-ink-soft [overflow-wrap:anywhere]">
      {count === 0
        ? 'Matches no failed build in the last 7 days.'
        : `Matches ${plural(count, 'failed build')} in the last 7 days: ${names.join(', ')}`}
    </p>
  );
}
