import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useId } from 'react';
import { classNames } from './class-names.js';

export const inputClass =
  'h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-ink-faint disabled:opacity-50 aria-invalid:border-bad';

/** What the service refused about single fields, and which fields the form has. */
interface FormErrors {
  /** What is wrong, by the name of the field: a sentence, or what follows its label, such as `must be a single line`. */
  readonly flaws: ReadonlyMap<string, string>;
  readonly fields: Set<string>;
}

export const FormErrorsContext = createContext<FormErrors | null>(null);

/** Shows the flaw of a field beside it instead of at the end of the form. Undefined if the field has none. */
function useFieldError(name: string | undefined, label: string): string | undefined {
  const form = useContext(FormErrorsContext);
  const fields = form?.fields;
  useEffect(() => {
    if (name === undefined || fields === undefined) return;
    fields.add(name);
    return () => void fields.delete(name);
  }, [name, fields]);
  const flaw = name === undefined ? undefined : form?.flaws.get(name);
  if (flaw === undefined) return undefined;
  return /^\p{Lu}/u.test(flaw) ? flaw : `${label} ${flaw}.`;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FrameProps extends FieldProps {
  /** The name of the field in the request. A refusal of its value is then shown here. */
  readonly name?: string | undefined;
  readonly children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ReactNode;
}

function Field({ label, name, hint, error: known, children }: FrameProps) {
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

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} name={rest.name} hint={hint} error={error}>
      {(ids) => <input {...ids} className={classNames(inputClass, className)} {...rest} />}
    </Field>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} name={rest.name} hint={hint} error={error}>
      {(ids) => <textarea {...ids} className={classNames(inputClass, 'h-auto py-1.5', className)} {...rest} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, ...rest }: FieldProps & SelectProps) {
  return (
    <Field label={label} name={rest.name} hint={hint} error={error}>
      {(ids) => <Select {...ids} {...rest} />}
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

interface CheckProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** A checkbox, or a radio button. The class names are those of the label around it. */
export function Check({ label, hint, className, type = 'checkbox', ...rest }: CheckProps) {
  const note = useId();
  return (
    <label
      className={classNames('flex cursor-pointer gap-2 text-sm', hint ? 'items-start' : 'items-center', className)}
    >
      <input
        type={type}
        className={classNames('accent-accent', Boolean(hint) && 'mt-1')}
        aria-describedby={hint ? note : undefined}
        {...rest}
      />
      <span className="min-w-0">
        {label}
        {hint && (
          <span id={note} className="block text-xs text-ink-faint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

interface CheckListProps {
  readonly name: string;
  readonly legend: string;
  readonly children: ReactNode;
}

export function CheckList({ name, legend, children }: CheckListProps) {
  const error = useFieldError(name, legend);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
