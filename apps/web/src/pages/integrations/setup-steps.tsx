import type { NamedSetup, SetupContext, SetupStep } from '@slipway/providers/setups';
import { CodeBlock, CopyButton } from '../../ui/copy.js';

interface SetupStepsProps {
  readonly setup: NamedSetup;
  readonly context: SetupContext;
}

/** The steps to take in the tool, with this integration's values filled in. */
export function SetupSteps({ setup, context }: SetupStepsProps) {
  return (
    <ol className="flex flex-col gap-5 p-4">
      {setup.steps(context).map((step, place) => (
        <li key={step.title} className="flex gap-3">
          <span
            aria-hidden
            className="tnum mt-px flex size-5 shrink-0 items-center justify-center rounded-full bg-idle-soft text-xs font-medium text-ink-soft"
          >
            {place + 1}
          </span>
          <Step step={step} />
        </li>
      ))}
      <li className="flex gap-3">
        <span aria-hidden className="size-5 shrink-0" />
        <details className="min-w-0 flex-1">
          <summary className="text-sm text-ink-soft hover:text-ink">Or try it with curl first</summary>
          <div className="pt-2">
            <CodeBlock label="Send one event" text={setup.sample(context)} />
          </div>
        </details>
      </li>
    </ol>
  );
}

function Step({ step: { title, text, fields, code } }: { readonly step: SetupStep }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {fields && <FieldTable fields={fields} />}
      {code && <CodeBlock label={code.label} text={code.text} />}
    </div>
  );
}

/** The fields of a settings screen, and the values to enter. */
function FieldTable({ fields }: { readonly fields: NonNullable<SetupStep['fields']> }) {
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {fields.map(([label, value]) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
        >
          <dt className="col-span-2 text-xs text-ink-faint sm:col-span-1 sm:text-sm sm:text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-all font-mono text-xs leading-5">{value}</dd>
          <dd>{/^\S{12,}$/.test(value) && <CopyButton text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
