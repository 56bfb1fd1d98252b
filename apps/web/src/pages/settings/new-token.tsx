import type { ScopeMeaning } from '@slipway/contracts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { createToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { PRESETS, presetOf } from '../../parts/tokens/token-scopes.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';
import { plural } from '../../words/format.js';
import {
  lacksProjects,
  RestrictionFields,
  type Restrictions,
  restrictionsBody,
  UNRESTRICTED,
} from './token-restrictions.js';

interface NewTokenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly scopes: readonly ScopeMeaning[];
  /** The initially selected preset. */
  readonly preset?: string | undefined;
  /** The longest lifetime that the user's accounts allow; null for no limit. */
  readonly maxDays: number | null;
}

/** The dialog that creates a token, and then shows its value once. */
export function NewToken({ open, onOpenChange, scopes, preset, maxDays }: NewTokenProps) {
  const creation = useTokenCreation();
  const close = (isOpen: boolean) => {
    onOpenChange(isOpen);
    if (!isOpen) creation.reset();
  };
  if (creation.data !== undefined)
    return (
      <Dialog open={open} onOpenChange={close} title={`“${creation.data.token.name}” is ready`}>
        <TokenValue value={creation.data.value} onDone={() => close(false)} />
      </Dialog>
    );
  return (
    <Dialog open={open} onOpenChange={close} title="New API token" wide>
      <TokenForm
        scopes={scopes}
        preset={preset}
        maxDays={maxDays}
        creation={creation}
        onCancel={() => close(false)}
      />
    </Dialog>
  );
}

interface TokenInput {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: number | null;
  readonly restrictions: Restrictions;
}

function useTokenCreation() {
  return useChange({
    send: ({ name, scopes, days, restrictions }: TokenInput) =>
      call(createToken, {
        body: {
          name,
          scopes: scopes as readonly 'ping'[],
          expires_in_days: days,
          ...restrictionsBody(restrictions),
        },
      }),
    refresh: [['token']],
  });
}

const LIFETIMES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

/** The lifetimes within the limit, which is offered itself too. */
function lifetimesWithin(maxDays: number | null) {
  if (maxDays === null) return LIFETIMES;
  const shorter = LIFETIMES.filter(([days]) => days !== '' && Number(days) < maxDays);
  return [...shorter, [String(maxDays), plural(maxDays, 'day')] as const];
}

interface TokenFormProps extends Pick<NewTokenProps, 'scopes' | 'preset' | 'maxDays'> {
  readonly creation: ReturnType<typeof useTokenCreation>;
  onCancel(): void;
}

function TokenForm({ scopes, preset, maxDays, creation, onCancel }: TokenFormProps) {
  const all = scopes.map(({ scope }) => scope);
  const [name, setName] = useState('');
  const [days, setDays] = useState(String(Math.min(90, maxDays ?? 90)));
  const [restrictions, setRestrictions] = useState(UNRESTRICTED);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const initial = PRESETS.find(({ id }) => id === preset) ?? PRESETS[0];
    return new Set(initial?.scopes(all));
  });
  function submit(): void {
    const lifetime = days === '' ? null : Number(days);
    creation.mutate({ name: name.trim(), scopes: [...chosen], days: lifetime, restrictions });
  }
  return (
    <Form error={creation.error} onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <TextField
          label="Name"
          name="name"
          hint="Where it will be used, so that you know which one to revoke."
          placeholder="Release dashboard"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label="Expires after" name="expires_in_days">
          {(ids) => (
            <Select
              {...ids}
              value={days}
              options={lifetimesWithin(maxDays)}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
      </div>
      <ScopePicker scopes={scopes} chosen={chosen} onChange={setChosen} />
      <RestrictionFields value={restrictions} onChange={setRestrictions} />
      <FormError error={creation.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          look="primary"
          type="submit"
          disabled={creation.isPending || name.trim() === '' || chosen.size === 0 || lacksProjects(restrictions)}
        >
          Create token
        </Button>
      </div>
    </Form>
  );
}

interface ScopePickerProps {
  readonly scopes: readonly ScopeMeaning[];
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

function ScopePicker({ scopes, chosen, onChange }: ScopePickerProps) {
  const all = scopes.map(({ scope }) => scope);
  const preset = presetOf(chosen, all);
  function toggle(scope: string): void {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    onChange(next);
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">It may</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {PRESETS.map(({ id, label, hint, scopes: of }) => (
          <button
            key={id}
            type="button"
            aria-pressed={preset === id}
            onClick={() => onChange(new Set(of(all)))}
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
            <label className="flex cursor-pointer items-start gap-2 rounded-sm px-1 py-1 text-sm hover:bg-hover">
              <input
                type="checkbox"
                checked={chosen.has(scope)}
                onChange={() => toggle(scope)}
                className="mt-1 accent-accent"
              />
              <span className="min-w-0">
                {meaning}
                <code className="block font-mono text-xs text-ink-faint">{scope}</code>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function TokenValue({ value, onDone }: { readonly value: string; onDone(): void }) {
  const { base_url: baseUrl } = useSession();
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        Copy it now. It is not stored and cannot be shown again. If you lose it, revoke it and create a new one.
      </p>
      <CodeBlock label="API token" text={value} />
      <CodeBlock label="Try it" text={`curl -H 'Authorization: Bearer ${value}' ${baseUrl}/api/v1/auth/context`} />
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}
