import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { createValidator } from './create-validator.js';

const ajv = createValidator();
// Details never make a payload malformed, so their schemas are not checked here: see fit-details.ts.
ajv.addKeyword('detail');
ajv.addKeyword('detailList');

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** The first problem of a payload, naming the field; null if the payload is well-formed. */
export function findProblem(schema: TSchema, payload: unknown): string | null {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(payload) ? null : describe(validate.errors ?? []);
}

/**
 * Validation stops at the first problem, so several errors mean several alternatives. The errors at the deepest path
 * describe the closest alternative.
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

/** Prefers the alternative whose type fits. */
function explain(errors: readonly ErrorObject[]): string {
  const fitting = errors.find(({ keyword }) => keyword !== 'type' && keyword !== 'const');
  if (fitting !== undefined) return explainValue(fitting);
  const types = paramsOf(errors, 'type', 'type').filter((type) => type !== 'null');
  return types.length === 0 ? 'is invalid' : `must be ${types.map(withArticle).join(' or ')}`;
}

function explainValue({ keyword, params, message }: ErrorObject): string {
  const limit = Number(params['limit']);
  if (keyword === 'pattern') return 'has an invalid format';
  if (keyword === 'minLength' && limit === 1) return 'must not be empty';
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  if (keyword === 'maxItems') return `must have at most ${limit} items`;
  if (keyword === 'minimum') return `must be at least ${limit}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  return message ?? 'is invalid';
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function paramsOf(errors: readonly ErrorObject[], keyword: string, name: string): string[] {
  const values = errors.filter((error) => error.keyword === keyword).map(({ params }) => String(params[name]));
  return [...new Set(values)];
}
