/** A bucket of S3, or of a service with the same interface. */
export interface S3Address {
  readonly bucket: string;
  /** What the keys of all objects begin with: empty, or a path that ends with a slash. */
  readonly prefix: string;
  /** The server, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path instead of the host name. */
  readonly pathStyle: boolean;
  readonly encryption: S3Encryption | null;
}

export interface S3Encryption {
  readonly algorithm: 'AES256' | 'aws:kms';
  readonly kmsKeyId: string | null;
}

class ObjectStoreAddressError extends Error {
  override readonly name = 'ObjectStoreAddressError';
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\/){0,8}$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ['endpoint', 'region', 'path_style', 'encryption', 'kms_key_id'];
const DEFAULT_REGION = 'us-east-1';

/** Reads `s3://bucket/prefix?endpoint=https://…&region=…&path_style=1&encryption=aws:kms&kms_key_id=…`. */
export function parseObjectStoreUrl(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.hash !== '' || url.port !== '')
    throw new ObjectStoreAddressError(
      'must look like s3://bucket/prefix?endpoint=https://host&region=eu-central-1',
    );
  if (url.username !== '' || url.password !== '')
    throw new ObjectStoreAddressError(
      'must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new ObjectStoreAddressError(`has the unknown parameter ${unknown}; there are ${PARAMETERS.join(', ')}`);
  const given = (name: string) => url.searchParams.get(name) || undefined;
  const region = required(REGION, given('region') ?? DEFAULT_REGION, 'region');
  const path = url.pathname.replace(/^\/|\/$/g, '');
  return {
    bucket: required(BUCKET, url.hostname, 'bucket'),
    prefix: required(PREFIX, path === '' ? '' : `${path}/`, 'prefix'),
    endpoint: parseEndpoint(given('endpoint') ?? `https://s3.${region}.amazonaws.com`),
    region,
    pathStyle: isSwitchedOn(given('path_style')),
    encryption: parseEncryption(given('encryption'), given('kms_key_id')),
  };
}

function required(shape: RegExp, text: string, what: string): string {
  if (!shape.test(text)) throw new ObjectStoreAddressError(`has a ${what} that cannot be used: "${text}"`);
  return text;
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isAddress || url.username !== '' || url.pathname !== '/' || url.search !== '')
    throw new ObjectStoreAddressError('has an endpoint that is not an http or https address without a path');
  return url.origin;
}

function isSwitchedOn(text = '0'): boolean {
  if (!['0', '1', 'true', 'false'].includes(text)) throw new ObjectStoreAddressError('needs path_style=1 or 0');
  return text === '1' || text === 'true';
}

function parseEncryption(algorithm: string | undefined, kmsKeyId = ''): S3Encryption | null {
  if (algorithm !== undefined && algorithm !== 'AES256' && algorithm !== 'aws:kms')
    throw new ObjectStoreAddressError('needs encryption=AES256 or encryption=aws:kms');
  if (kmsKeyId !== '' && algorithm !== 'aws:kms')
    throw new ObjectStoreAddressError('names a kms_key_id, which needs encryption=aws:kms');
  return algorithm === undefined ? null : { algorithm, kmsKeyId: kmsKeyId || null };
}
