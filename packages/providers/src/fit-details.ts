import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';

/** Where Ajv found a value: `parentData[parentDataProperty]`. */
interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

ajv.addKeyword({
  keyword: 'detail',
  schemaType: 'object',
  modifying: true,
  errors: false,
  compile(schema: TSchema) {
    const fits = ajv.compile(schema);
    return (value: unknown, place?: Place) => {
      if (value !== null && !fits(value)) remove(place);
      return true;
    };
  },
});

ajv.addKeyword({
  keyword: 'detailList',
  schemaType: 'object',
  modifying: true,
  errors: false,
  compile(schema: TSchema) {
    const fits = ajv.compile(schema);
    return (value: unknown, place?: Place) => {
      if (value === null || place === undefined) return true;
      const fitting = Array.isArray(value) ? value.filter((entry) => fits(entry)) : [];
      if (fitting.length > 0) place.parentData[place.parentDataProperty] = fitting;
      // A list of nothing but misfits is no list: it must not read as "none".
      else if (!Array.isArray(value) || value.length > 0) remove(place);
      return true;
    };
  },
});

function remove(place: Place | undefined): void {
  if (place !== undefined) delete place.parentData[place.parentDataProperty];
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Removes from a payload the details whose type does not fit, so that a normalizer never sees one. False when the
 * payload itself does not fit.
 */
export function fitDetails<S extends TSchema>(schema: S, payload: unknown): payload is Static<S> {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(payload);
}
