import { KeyRound } from 'lucide-react';
import { CopyButton } from './copy.js';

interface ShownOnceProps {
  /** Pairs of a label and its value. */
  readonly values: readonly (readonly [label: string, value: string])[];
}

/** Newly created credentials. They cannot be shown again, and the box says so. */
export function ShownOnce({ values }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line-strong bg-warn-soft p-3">
      <p className="flex items-start gap-2 text-sm">
        <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        Copy {values.length > 1 ? 'these' : 'this'} now. Slipway keeps only a hash or an encrypted copy and cannot
        show {values.length > 1 ? 'them' : 'it'} again.
      </p>
      <dl className="flex flex-col gap-2">
        {values.map(([label, value]) => (
          <div key={label} className="flex flex-col gap-1">
            <dt className="text-xs font-medium text-ink-soft">{label}</dt>
            <dd className="flex items-center gap-2 rounded-md border border-line bg-surface px-2 py-1.5">
              <code data-testid={label.toLowerCase()} className="min-w-0 flex-1 break-all font-mono text-xs">
                {value}
              </code>
              <CopyButton text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
