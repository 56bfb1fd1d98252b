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

/**
 * Validation stops at the first problem, so there is more than one error only where several forms would do: all that
 * is said about the deepest path, which is what the sender must look at.
 */
function describe(errors: readonly ErrorObject[]): string {
  const { instancePath } = errors.reduce(
    (a, b) => (b.instancePath.length > a.instancePath.length ? b : a),
    errors[0] as ErrorObject,
  );
  const here = errors.filter((error) => error.instancePath === instancePath && error.keyword !== 'anyOf');
  const path = instancePath.slice(1).replaceAll('/', '.');
  const missing = paramsOf(here, 'required', 'missingProperty');
  if (missing.length > 0) {
    return `${missing.map((name) => (path === '' ? name : `${path}.${name}`)).join(' or ')} is required`;
  }
  return `${path === '' ? 'the body' : path} ${explain(here)}`;
}

/** Of the forms that would do, the one whose type fits says best what is wrong. */
function explain(errors: readonly ErrorObject[]): string {
  const fitting = errors.find(({ keyword }) => keyword !== 'type' && keyword !== 'const');
  if (fitting?.keyword === 'pattern') return 'is not of the right form';
  if (fitting?.keyword === 'minLength' && fitting.params.limit === 1) return 'must not be empty';
  if (fitting !== undefined) return fitting.message ?? 'is invalid';
  const types = paramsOf(errors, 'type', 'type').filter((type) => type !== 'null');
  return types.length === 0 ? 'is invalid' : `must be ${types.join(' or ')}`;
}

function paramsOf(errors: readonly ErrorObject[], keyword: string, name: string): string[] {
  const values = errors.filter((error) => error.keyword === keyword).map(({ params }) => String(params[name]));
  return [...new Set(values)];
}
