import { SlipwayError } from '@slipway/client';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { describeError } from './states.js';

/** Why a change was refused, above the buttons of its form. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const { detail, requestId } = describeError(error);
  const isOurs = error instanceof SlipwayError && error.status >= 500;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {detail}
        {isOurs && requestId && <span className="block font-mono text-xs">Request {requestId}</span>}
      </span>
    </p>
  );
}

/** A row of a settings panel: its topic on the left, its controls on the right. */
export function SettingRow({
  title,
  children,
  hint,
}: {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="setting-row flex flex-col gap-2 border-line px-4 py-3 md:flex-row md:items-start md:justify-between md:gap-6 [.setting-row+&]:border-t">
      <div className="min-w-0 md:max-w-xl">
        <h3 className="text-sm font-medium">{title}</h3>
        {hint && <div className="text-sm text-ink-soft">{hint}</div>}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 md:justify-end">{children}</div>
    </div>
  );
}

/** The end of a settings form: the error, and a save button for users who may change the settings. */
export function SaveSettings({
  error,
  isOwner,
  isDisabled,
}: {
  readonly error: unknown;
  readonly isOwner: boolean;
  readonly isDisabled: boolean;
}) {
  if (!isOwner) return <p className="text-xs text-ink-faint">Only owners can change these.</p>;
  return (
    <>
      <FormError error={error} />
      <div>
        <Button type="submit" look="primary" disabled={isDisabled}>
          Save
        </Button>
      </div>
    </>
  );
}

interface ConfirmProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly isDisabled?: boolean;
  onConfirm(): void;
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onOpenChange, title, children, confirm, isPending, error, isDisabled, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="flex flex-col gap-3 text-sm text-ink-soft">{children}</div>
        <FormError error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="danger" disabled={isPending || isDisabled}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
