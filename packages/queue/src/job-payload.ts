import { JOBS, type JobPayload, type SingleJobName } from '@slipway/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { UnrecoverableError } from 'bullmq';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: false });
const validators = new Map<SingleJobName, ValidateFunction>();

/** Returns the payload of a job if it fits the catalog. Trying again would not help one that does not. */
export function requirePayload<N extends SingleJobName>(name: N, data: unknown): JobPayload<N> {
  const isValid = validators.get(name) ?? ajv.compile(JOBS[name].payload);
  validators.set(name, isValid);
  if (!isValid(data))
    throw new UnrecoverableError(`the payload of ${name} is invalid: ${ajv.errorsText(isValid.errors)}`);
  return data as JobPayload<N>;
}
