import type { createToken as createdToken, ResponseOf, ScopeMeaning } from '@slipway/contracts';
import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { createToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useSession } from '../../data/session.js';
import { PRESETS, presetOf } from '../../parts/tokens/token-scopes.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { plural } from '../../words/format.js';
import { lacksProjects, RestrictionFields, restrictionsBody, UNRESTRICTED } from './token-restrictions.js';

const LIFETIMES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

function lifetimesWithin(maxDays: number | null) {
  if (maxDays === null) return LIFETIMES;
  const shorter = LIFETIMES.filter(([days]) => days !== '' && Number(days) < maxDays);
  return [...shorter, [String(maxDays), plural(maxDays, 'day')] as const];
}

interface NewTokenProps {
  readonly scopes: readonly ScopeMeaning[];
  readonly preset?: string | undefined;
  /** The longest lifetime that the user's accounts allow; null for no limit. */
  readonly maxDays: number | null;
  onClose(): void;
}

export function NewToken({ scopes, preset, maxDays, onClose }: NewTokenProps) {
  const [made, setMade] = useState<ResponseOf<typeof createdToken> | null>(null);
  const initial = PRESETS.find(({ id }) => id === preset) ?? PRESETS[0];
  const form = useForm(
    {
      ...UNRESTRICTED,
      name: '',
      expires_in_days: String(Math.min(90, maxDays ?? 90)),
      scopes: [...(initial?.scopes(scopes.map(({ scope }) => scope)) ?? [])],
    },
    {
      send: ({ name, expires_in_days: days, scopes: chosen, ...restrictions }) =>
        call(createToken, {
          body: {
            name: name.trim(),
            scopes: chosen,
            expires_in_days: days === '' ? null : Number(days),
            ...restrictionsBody(restrictions),
          },
        }),
      refresh: [['token']],
      after: setMade,
    },
  );
  const { name, scopes: chosen, reach } = form.values;
  if (made !== null) return <MadeToken made={made} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="New API token"
      wide
      confirm="Create token"
      isDisabled={name.trim() === '' || chosen.length === 0 || lacksProjects(form.values)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <TextField
          label="Name"
          hint="Where it will be used, so that you know which one to revoke."
          placeholder="Release dashboard"
          required
          maxLength={100}
          {...form.register('name')}
        />
        <SelectField
          label="Expires after"
          options={lifetimesWithin(maxDays)}
          {...form.register('expires_in_days')}
        />
      </div>
      <ScopePicker
        scopes={scopes}
        chosen={chosen}
        onChange={(next) => form.set({ scopes: next })}
        field={form.register('scopes')}
      />
      <RestrictionFields reach={reach} register={form.register} />
    </FormDialog>
  );
}

interface ScopePickerProps {
  readonly scopes: readonly ScopeMeaning[];
  readonly chosen: readonly string[];
  readonly field: ComponentProps<'input'>;
  onChange(chosen: ScopeMeaning['scope'][]): void;
}

function ScopePicker({ scopes, chosen, field, onChange }: ScopePickerProps) {
  const all = scopes.map(({ scope }) => scope);
  const preset = presetOf(chosen, all);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">It may</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {PRESETS.map(({ id, label, hint, scopes: of }) => (
          <button
            key={id}
            type="button"
            aria-pressed={preset === id}
            onClick={() => onChange([...of(all)])}
            className={classNames(
              'flex flex-col rounded-md border px-2.5 py-1.5 text-left',
              preset === id ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
            )}
          >
            <span className="block text-sm font-medium">{label}</span>
            <span className="block text-xs text-ink-soft">{hint}</span>
          </button>
        ))}
      </div>
      <ul className="grid gap-x-4 rounded-md border border-line px-2 py-1 sm:grid-cols-2">
        {scopes.map(({ scope, meaning }) => (
          <li key={scope}>
            <Check
              label={meaning}
              hint={<code className="font-mono">{scope}</code>}
              className="rounded-sm px-1 py-1 hover:bg-hover"
              value={scope}
              {...field}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface MadeTokenProps {
  readonly made: ResponseOf<typeof createdToken>;
  onClose(): void;
}

function MadeToken({ made: { token, value }, onClose }: MadeTokenProps) {
  const { base_url: baseUrl } = useSession();
  return (
    <Dialog open onOpenChange={onClose} title={`“${token.name}” is ready`}>
      <div className="flex flex-col gap-4">
        <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Copy it now. It is not stored and cannot be shown again. If you lose it, revoke it and create a new one.
        </p>
        <CodeBlock label="API token" text={value} />
        <CodeBlock
          label="Try it"
          text={`curl -H 'Authorization: Bearer ${value}' ${baseUrl}/api/v1/auth/context`}
        />
        <Button look="primary" className="self-end" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
