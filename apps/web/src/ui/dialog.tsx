import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string | undefined;
  readonly children: ReactNode;
  readonly wide?: boolean | undefined;
}

/**
 * A modal dialog. Its first text field has the focus, if it has one. Escape or a click outside closes it; focus returns
 * to the element that opened it.
 */
export function Dialog({ open, onOpenChange, title, description, children, wide }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/40" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          className={`fixed top-[10dvh] left-1/2 z-50 flex max-h-[80dvh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-md border border-line-strong bg-surface ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-4 py-3">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-sm text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="rounded-sm p-1 text-ink-faint hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </header>
          <div className="overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const TEXT_FIELD = 'input:enabled:not([type=checkbox], [type=radio]), textarea:enabled';

function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(TEXT_FIELD);
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
