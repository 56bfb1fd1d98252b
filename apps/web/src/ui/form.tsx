import { SlipwayError } from '@slipway/client';
import { CircleAlert } from 'lucide-react';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { describeError, flawsOf } from '../words/errors.js';
import { Button, type ButtonProps } from './button.js';
import { Dialog } from './dialog.js';
import { FormErrorsContext } from './field.js';

interface Sending {
  readonly error: unknown;
  readonly isPending: boolean;
}

interface FormState extends Sending {
  readonly isChanged: boolean;
  submit(event: FormEvent): unknown;
}

interface FormProps {
  readonly form: FormState;
  readonly className?: string;
  readonly children: ReactNode;
}

const FormContext = createContext<FormState | null>(null);

/** A form. If the service refuses the value of a field, the field shows why and gets the focus. */
export function Form({ form, className = 'flex flex-col gap-4', children }: FormProps) {
  const { error } = form;
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef(new Set<string>());
  const errors = useMemo(() => ({ flaws: flawsOf(error), fields: fields.current }), [error]);
  useEffect(() => {
    if (error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <FormContext value={form}>
      <FormErrorsContext value={errors}>
        <form ref={element} className={className} onSubmit={(event) => void form.submit(event)}>
          {children}
        </form>
      </FormErrorsContext>
    </FormContext>
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

export function Submit({ disabled, ...rest }: ButtonProps) {
  const form = useContext(FormContext);
  return <Button type="submit" disabled={form?.isPending || disabled} {...rest} />;
}

interface DialogButtonsProps {
  readonly confirm: string;
  readonly look?: 'primary' | 'danger';
  readonly isDisabled?: boolean | undefined;
  onCancel(): void;
}

export function DialogButtons({ confirm, look = 'primary', isDisabled, onCancel }: DialogButtonsProps) {
  return (
    <>
      <FormError error={useContext(FormContext)?.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Submit look={look} disabled={isDisabled}>
          {confirm}
        </Submit>
      </div>
    </>
  );
}

interface FormEndProps extends Pick<ButtonProps, 'look' | 'disabled'> {
  readonly submit: string;
  readonly children?: ReactNode;
}

export function FormEnd({ submit, children, ...button }: FormEndProps) {
  return (
    <>
      <FormError error={useContext(FormContext)?.error} />
      <div className="flex flex-wrap gap-2">
        <Submit {...button}>{submit}</Submit>
        {children}
      </div>
    </>
  );
}

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

interface SaveSettingsProps {
  readonly isOwner: boolean;
  readonly isDisabled?: boolean;
}

/** The end of a settings form: the error, and a save button for users who may change the settings. */
export function SaveSettings({ isOwner, isDisabled = false }: SaveSettingsProps) {
  const form = useContext(FormContext);
  if (!isOwner) return <p className="text-xs text-ink-faint">Only owners can change these.</p>;
  return <FormEnd submit="Save" look="primary" disabled={isDisabled || !form?.isChanged} />;
}

interface ConfirmProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly look?: 'primary' | 'danger';
  readonly change: Sending;
  readonly isDisabled?: boolean;
  onConfirm(event: FormEvent): unknown;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { open, onOpenChange, title, children, confirm, look = 'danger', change, isDisabled, onConfirm } = props;
  function submit(event: FormEvent): void {
    event.preventDefault();
    onConfirm(event);
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form form={{ ...change, isChanged: true, submit }}>
        <div className="flex flex-col gap-3 text-sm text-ink-soft">{children}</div>
        <DialogButtons
          confirm={confirm}
          look={look}
          isDisabled={isDisabled}
          onCancel={() => onOpenChange(false)}
        />
      </Form>
    </Dialog>
  );
}

interface DialogButtonProps extends Omit<ButtonProps, 'children'> {
  readonly label: ReactNode;
  /** The dialog, which is made anew each time. */
  children(close: () => void): ReactNode;
}

export function DialogButton({ label, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} {...button}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

interface ConfirmButtonProps extends Omit<ButtonProps, 'title' | 'children' | 'change'> {
  readonly label: ReactNode;
  readonly title: string;
  readonly confirm: string;
  readonly confirmLook?: 'primary' | 'danger';
  readonly change: Sending & { mutate(input: undefined, options: { onSuccess(): void }): void };
  readonly children: ReactNode;
}

/** A button that asks before it changes something. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, confirm, confirmLook = 'danger', change, children, ...button } = props;
  return (
    <DialogButton {...button}>
      {(close) => (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={title}
          confirm={confirm}
          look={confirmLook}
          change={change}
          onConfirm={() => change.mutate(undefined, { onSuccess: close })}
        >
          {children}
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}

interface FormDialogProps extends Omit<DialogButtonsProps, 'onCancel'> {
  readonly form: FormState;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

export function FormDialog({ form, title, description, wide, children, onClose, ...buttons }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description} wide={wide}>
      <Form form={form}>
        {children}
        <DialogButtons {...buttons} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
