import type { BodyContract, BodyField, BodyValues, Reading } from '@slipway/contracts';
import express, { type Request, type Response } from 'express';
import { ApiError } from './api-error.js';

/** Reads and validates the JSON body of a request. */
export type BodyReader = <B extends BodyContract>(
  contract: B,
  request: Request,
  response: Response,
) => Promise<BodyValues<B>>;

/** Returns a reader for bodies of at most `maxBytes`. It checks size, media type, syntax, keys, then fields. */
export function bodyReader(maxBytes: number): BodyReader {
  const readBytes = bytesReader(maxBytes);
  return async (contract, request, response) => {
    const raw = await readBytes(request, response);
    const body = raw.length === 0 && (contract.open || contract.optional) ? {} : parse(raw, request);
    return readFields(contract, unwrap(contract, body));
  };
}

/** Returns a reader for the bytes of bodies of at most `maxBytes`; without a body, the result is empty. */
export function bytesReader(maxBytes: number): (request: Request, response: Response) => Promise<Buffer> {
  const readRaw = express.raw({ type: () => true, limit: maxBytes });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      readRaw(request, response, (error?: { type?: string }) => {
        if (error === undefined) return resolve();
        if (error.type === 'entity.too.large') return reject(new ApiError('payload_too_large'));
        if (error.type === 'encoding.unsupported') return reject(new ApiError('unsupported_media_type'));
        reject(new ApiError('invalid_json', { message: 'The request body could not be read.' }));
      });
    });
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json[\t ]*(?:;|$)/i;

function parse(raw: Buffer, request: Request): unknown {
  if (!JSON_TYPE.test(request.get('content-type') ?? '')) throw new ApiError('unsupported_media_type');
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch (error) {
    throw new ApiError('invalid_json', { cause: error });
  }
}

type Fields = Readonly<Record<string, unknown>>;

function unwrap({ wrapper }: BodyContract, body: unknown): Fields {
  const outer = requireObject(body, '');
  if (wrapper === null) return outer;
  for (const key of Object.keys(outer)) if (key !== wrapper) throw unknownKey(key);
  return requireObject(Object.hasOwn(outer, wrapper) ? outer[wrapper] : undefined, wrapper);
}

function requireObject(value: unknown, path: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw flawed([{ path, message: value === undefined ? 'is required' : 'must be an object' }]);
}

function unknownKey(key: string): ApiError {
  return new ApiError('unknown_parameter', { message: `Unknown parameter: ${key}.` });
}

interface Flaw {
  readonly path: string;
  readonly message: string;
}

function flawed(details: readonly Flaw[]): ApiError {
  const message = details.map((flaw) => `${flaw.path || 'The body'} ${flaw.message}.`).join(' ');
  return new ApiError('invalid_parameter', { message, extra: { details } });
}

function readFields<B extends BodyContract>({ wrapper, fields, open }: B, sent: Fields): BodyValues<B> {
  const unknown = open ? undefined : Object.keys(sent).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) throw unknownKey(unknown);
  const values: Record<string, unknown> = {};
  const flaws: Flaw[] = [];
  for (const [name, field] of Object.entries<BodyField<unknown>>(fields)) {
    const result = readField(field, sent, name);
    if (result === undefined) continue;
    if ('problem' in result) throw ApiError.from(result.problem);
    if ('flaw' in result)
      flaws.push({ path: wrapper === null ? name : `${wrapper}.${name}`, message: result.flaw });
    else values[name] = result.value;
  }
  if (flaws.length > 0) throw flawed(flaws);
  return values as BodyValues<B>;
}

/** Undefined if the field was not sent and is optional. */
function readField(field: BodyField<unknown>, sent: Fields, name: string): Reading<unknown> | undefined {
  if (Object.hasOwn(sent, name)) return field.read(sent[name]);
  if (!field.required) return undefined;
  const result = field.read(undefined);
  return 'flaw' in result ? { flaw: 'is required' } : result;
}
