import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.js';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-accent-ink border-transparent hover:brightness-110',
  plain: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-bad border-line-strong hover:bg-bad-soft hover:border-bad',
};

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  readonly size?: 'small' | 'medium';
  readonly icon?: LucideIcon;
  /** What a click sends. The button is disabled meanwhile. */
  readonly change?: { readonly isPending: boolean; mutate(): void };
  /** What it acts on: follows the label for screen readers. */
  readonly subject?: string;
}

/** A button. Unless `type` is set, it does not submit a form. */
export function Button(props: ButtonProps) {
  const { look, size, icon: Icon, change, className, type = 'button', subject, children, ...rest } = props;
  const sending = change && { disabled: change.isPending, onClick: () => change.mutate() };
  return (
    <button type={type} className={buttonClass(look, size, className)} {...sending} {...rest}>
      {Icon && <Icon aria-hidden className={size === 'small' ? 'size-3.5' : 'size-4'} />}
      {children}
      {subject && <span className="sr-only"> {subject}</span>}
    </button>
  );
}

/** The class names of a button, for links that look like one. */
export function buttonClass(look: Look = 'plain', size: 'small' | 'medium' = 'medium', extra?: string): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-100 disabled:opacity-50',
    size === 'small' ? 'h-6 px-2 text-xs' : 'h-8 px-3 text-sm',
    LOOKS[look],
    extra,
  );
}
