import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.js';
import { useFieldError } from './form-errors.js';

/** The class names of a text input. */
export const inputClass =
  'h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-ink-faint disabled:opacity-50 aria-invalid:border-bad';

interface FieldProps {
  readonly label: string;
  /** The name of the field in the request. A refusal of its value is then shown here. */
  readonly name?: string | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ReactNode;
}

/** A labeled control with a hint and an error, which screen readers associate with it. */
export function Field({ label, name, hint, error: known, children }: FieldProps) {
  const id = useId();
  const refusal = useFieldError(name, label);
  const error = known ?? refusal;
  const note = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, ...(hasNote && { 'aria-describedby': note }), ...(error && { 'aria-invalid': true }) })}
      {hasNote && (
        <p id={note} className={classNames('text-xs', error ? 'text-bad' : 'text-ink-faint')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A labeled text input. */
export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} name={rest.name} hint={hint} error={error}>
      {(ids) => <input {...ids} className={classNames(inputClass, className)} {...rest} />}
    </Field>
  );
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** A native select, which works with every keyboard and screen reader. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <select
      className={classNames(
        'h-8 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm text-ink disabled:opacity-50 aria-invalid:border-bad',
        className,
      )}
      {...rest}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
