import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** The first thing wrong with a payload, naming the field; null when it fits. */
export function findProblem(schema: TSchema, payload: unknown): string | null {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(payload) ? null : describe(validate.errors ?? []);
}

/** A union's last error only says that nothing fitted; the deepest path is what the sender must look at. */
function describe(errors: readonly ErrorObject[]): string {
  const deepest = errors.reduce(
    (a, b) => (b.instancePath.length > a.instancePath.length ? b : a),
    errors[0] as ErrorObject,
  );
  const path = deepest.instancePath.slice(1).replaceAll('/', '.');
  if (deepest.keyword === 'required') {
    const missing = String((deepest.params as { missingProperty: string }).missingProperty);
    return `${path === '' ? missing : `${path}.${missing}`} is required`;
  }
  return `${path === '' ? 'the body' : path} ${deepest.message ?? 'is invalid'}`;
}
