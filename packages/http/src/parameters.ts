import type { Parameters, ParameterValues } from '@slipway/contracts';
import { ApiError } from './api-error.js';
import { readQueryString } from './query-string.js';

/** Reads the query string against an endpoint's parameters: names first, then shapes, then values. */
export function readParameters<P extends Parameters>(parameters: P, rawQuery: string): ParameterValues<P> {
  const sent = readQueryString(rawQuery);
  for (const name of sent.keys()) {
    if (!Object.hasOwn(parameters, name)) {
      throw new ApiError('unknown_parameter', {
        message: `Unknown parameter: ${name}.`,
        extra: { parameter: name },
      });
    }
  }
  for (const [name, { shape }] of sent) {
    if (shape === 'single') continue;
    throw new ApiError('invalid_parameter_type', {
      message: `${name} takes a single value.`,
      extra: { parameter: name },
    });
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const raw = sent.get(name)?.values[0];
    if (raw === undefined) continue;
    const result = parameter.read(raw, name);
    if ('problem' in result) {
      const { code, message, extra } = result.problem;
      throw new ApiError(code, { message, extra: extra ?? {} });
    }
    values[name] = result.value;
  }
  return values as ParameterValues<P>;
}
