import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';

const SHOWN_MS = 1_500;

/** Copies a text, and reports success for a moment. */
function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)) };
}

/** A button that copies. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button size="small" onClick={copy}>
      {copied ? <Check aria-hidden className="size-3.5 text-ok" /> : <Copy aria-hidden className="size-3.5" />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

/** An id or hash in monospace that is copied on click. */
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

/** A block of commands or settings with a copy button. */
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
