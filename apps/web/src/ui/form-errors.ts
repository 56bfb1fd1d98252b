import { createContext, useContext, useEffect } from 'react';

/** What the service refused about single fields, and which fields the form has. */
export interface FormErrors {
  /** What is wrong, by the name of the field: a sentence, or what follows its label, such as `must be a single line`. */
  readonly flaws: ReadonlyMap<string, string>;
  /** The names of the fields that show their own message. */
  readonly fields: Set<string>;
}

export const FormErrorsContext = createContext<FormErrors | null>(null);

/** Shows the flaw of a field beside it instead of at the end of the form. Undefined if the field has none. */
export function useFieldError(name: string | undefined, label: string): string | undefined {
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
