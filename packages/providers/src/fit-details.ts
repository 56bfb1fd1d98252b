import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';
import { createValidator } from './create-validator.js';

/** Where Ajv found a value: `parentData[parentDataProperty]`. */
interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

const ajv = createValidator();

/** Adds a keyword that replaces a value with what `reduce` returns; undefined removes it. Null is always left alone. */
function addFitting(keyword: string, reduce: (value: unknown, fits: ValidateFunction) => unknown): void {
  ajv.addKeyword({
    keyword,
    schemaType: 'object',
    modifying: true,
    errors: false,
    compile(schema: TSchema) {
      const fits = ajv.compile(schema);
      return (value: unknown, place?: Place) => {
        const fitted = value === null ? null : reduce(value, fits);
        if (place === undefined || fitted === value) return true;
        if (fitted === undefined) delete place.parentData[place.parentDataProperty];
        else place.parentData[place.parentDataProperty] = fitted;
        return true;
      };
    },
  });
}

addFitting('detail', (value, fits) => (fits(value) ? value : undefined));

addFitting('detailList', (value, fits) => {
  if (!Array.isArray(value)) return undefined;
  if (value.every((entry) => fits(entry))) return value;
  const fitting = value.filter((entry) => fits(entry));
  // An empty list would mean that there are none, so a list without fitting entries is removed.
  return fitting.length > 0 ? fitting : undefined;
});

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Removes the details of a wrong type from a payload, so that a normalizer never sees one. False if the payload
 * itself does not fit.
 */
export function fitDetails<S extends TSchema>(schema: S, payload: unknown): payload is Static<S> {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(payload);
}
