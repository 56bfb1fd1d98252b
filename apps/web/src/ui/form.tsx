import { SlipwayError } from '@slipway/client';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { describeError, flawsOf } from '../words/errors.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { FormErrorsContext } from './form-errors.js';

interface FormProps {
  /** Why the last attempt failed. */
  readonly error: unknown;
  readonly className?: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  readonly children: ReactNode;
}

/** A form. If the service refuses the value of a field, the field shows why and gets the focus. */
export function Form({ error, className, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef(new Set<string>());
  const errors = useMemo(() => ({ flaws: flawsOf(error), fields: fields.current }), [error]);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <FormErrorsContext value={errors}>
      <form
        ref={form}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        {children}
      </form>
    </FormErrorsContext>
  );
}

/** Why a change was refused, above the buttons of its form. A flaw that a field shows is not repeated. */
export function FormError({ error }: { readonly error: unknown }) {
  const form = useContext(FormErrorsContext);
  if (error === null || error === undefined) return null;
  if (form && form.flaws.size > 0 && [...form.flaws.keys()].every((name) => form.fields.has(name))) return null;
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
  /** How the confirming button looks; `danger` unless set. */
  readonly look?: 'primary' | 'danger';
  readonly isPending: boolean;
  readonly error: unknown;
  readonly isDisabled?: boolean;
  onConfirm(): void;
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirm,
    look = 'danger',
    isPending,
    error,
    isDisabled,
    onConfirm,
  } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form error={error} onSubmit={onConfirm} className="flex flex-col gap-4">
        <div className="flex flex-col gap-3 text-sm text-ink-soft">{children}</div>
        <FormError error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look={look} disabled={isPending || isDisabled}>
            {confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
