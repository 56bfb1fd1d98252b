import { Check, Copy, KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { Dialog } from './dialog.js';

const SHOWN_MS = 1_500;

function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)) };
}

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button size="small" onClick={copy}>
      {copied ? <Check aria-hidden className="size-3.5 text-ok" /> : <Copy aria-hidden className="size-3.5" />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

export function CopyableId({ value, children }: { readonly value: string; readonly children?: ReactNode }) {
  const { copied, copy } = useCopy(value);
  return (
    <button
      type="button"
      onClick={copy}
      title={copied ? 'Copied' : `Copy ${value}`}
      className={classNames(
        'max-w-full truncate rounded-sm px-1 font-mono text-xs hover:bg-hover',
        copied ? 'text-ok' : 'text-ink-soft',
      )}
    >
      {children ?? value}
    </button>
  );
}

export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line px-3 py-1.5 text-xs text-ink-soft">
        {label}
        <CopyButton text={text} />
      </figcaption>
      <pre className="overflow-x-auto whitespace-pre-wrap break-all p-3 font-mono text-xs leading-5">{text}</pre>
    </figure>
  );
}

interface ShownOnceProps {
  readonly values: readonly (readonly [label: string, value: string])[];
}

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

interface ShownOnceDialogProps extends ShownOnceProps {
  readonly title: string;
  readonly description?: string;
  onClose(): void;
}

export function ShownOnceDialog({ title, description, values, onClose }: ShownOnceDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <div className="flex flex-col gap-4">
        <ShownOnce values={values} />
        <Button look="primary" className="self-end" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
