import type { Parameters, ParameterValues } from '@slipway/contracts';
import { ApiError } from './api-error.js';
import { readQueryString, type SentParameter } from './query-string.js';

/** Reads the query parameters of an endpoint. Checks names first, then shapes, then conflicts, then values. */
export function readParameters<P extends Parameters>(parameters: P, rawQuery: string): ParameterValues<P> {
  const sent = readQueryString(rawQuery);
  for (const name of sent.keys()) {
    if (Object.hasOwn(parameters, name)) continue;
    throw new ApiError('unknown_parameter', { message: `Unknown parameter: ${name}.` });
  }
  for (const [name, parameter] of sent) requireShape(name, parameter, parameters[name]?.many ?? false);
  for (const name of sent.keys()) requireAlone(name, sent, parameters[name]?.conflictsWith);
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const received = sent.get(name);
    if (received === undefined || sent.has(parameter.ignoredWith ?? '')) continue;
    const result = parameter.read(received.values.join(','));
    if ('problem' in result) throw ApiError.from(result.problem);
    if ('flaw' in result) throw new ApiError('invalid_parameter', { message: `${name} ${result.flaw}.` });
    values[name] = result.value;
  }
  return values as ParameterValues<P>;
}

function requireShape(name: string, { shape }: SentParameter, many: boolean): void {
  if (shape === 'single' || (many && shape === 'array')) return;
  throw new ApiError('invalid_parameter_type', {
    message: `${name} takes ${many ? 'a list' : 'a single value'}.`,
  });
}

function requireAlone(name: string, sent: ReadonlyMap<string, SentParameter>, other: string | undefined): void {
  if (other === undefined || !sent.has(other)) return;
  throw new ApiError('invalid_parameter', { message: `Send ${name} or ${other}, not both.` });
}
