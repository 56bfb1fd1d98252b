import { type DefaultValues, type FieldValues, useForm as useFields } from 'react-hook-form';
import { type Change, useChange } from './call.js';

export type { UseFormRegisterReturn as Registered } from 'react-hook-form';

export interface FormChange<Values, Answer> extends Change<Values, Answer> {
  /** Empties the form once its values are sent, for the next ones. */
  readonly resets?: boolean;
}

/** The fields of a form, and the change that it sends. The form starts over when the stored values change. */
export function useForm<Values extends FieldValues, Answer>(
  stored: Values,
  { resets = false, ...change }: FormChange<Values, Answer>,
) {
  const { register, watch, getValues, reset, handleSubmit, formState } = useFields<Values>({
    defaultValues: stored as DefaultValues<Values>,
    values: stored,
  });
  const { mutate, error, isPending } = useChange({
    ...change,
    after(answer: Answer, values: Values) {
      if (resets) reset();
      change.after?.(answer, values);
    },
  });
  return {
    register,
    set: (values: Partial<Values>) => reset({ ...getValues(), ...values }, { keepDefaultValues: true }),
    values: watch(),
    isChanged: formState.isDirty,
    error,
    isPending,
    submit: handleSubmit((values) => mutate(values)),
  };
}
