import { expect, it } from '@jest/globals';
import { parseObjectStoreUrl } from './object-store-address.js';

it('reads a bucket of AWS from its name alone', () => {
  expect(parseObjectStoreUrl('s3://build-logs')).toEqual({
    bucket: 'build-logs',
    prefix: '',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    pathStyle: false,
    encryption: null,
  });
});

it('reads every parameter of another service', () => {
  const parameters =
    'endpoint=https://s3.studio.example:9000&region=eu-1&path_style=1&encryption=aws:kms&kms_key_id=arn:aws:kms:eu-1:1:key/7';
  expect(parseObjectStoreUrl(`s3://logs/slipway/prod/?${parameters}`)).toEqual({
    bucket: 'logs',
    prefix: 'slipway/prod/',
    endpoint: 'https://s3.studio.example:9000',
    region: 'eu-1',
    pathStyle: true,
    encryption: { algorithm: 'aws:kms', kmsKeyId: 'arn:aws:kms:eu-1:1:key/7' },
  });
});

it.each([
  ['https://bucket', 'must look like s3://'],
  ['s3://', 'must look like s3://|bucket'],
  ['s3://Logs_1', 'bucket'],
  ['s3://key:secret@logs', 'must not contain credentials'],
  ['s3://logs/../other?prefix=1', 'unknown parameter prefix'],
  ['s3://logs/.hidden', 'prefix'],
  ['s3://logs?endpoint=ftp://x', 'endpoint'],
  ['s3://logs?endpoint=https://x/path', 'endpoint'],
  ['s3://logs?region=EU%20West', 'region'],
  ['s3://logs?path_style=yes', 'path_style'],
  ['s3://logs?encryption=rot13', 'encryption=AES256'],
  ['s3://logs?kms_key_id=k', 'needs encryption=aws:kms'],
])('refuses %s, and says why', (url, reason) => {
  expect(() => parseObjectStoreUrl(url)).toThrow(new RegExp(reason));
});

it('repeats no credential in its message', () => {
  expect(() => parseObjectStoreUrl('s3://key:hunter2@logs')).toThrow(/^(?!.*hunter2)/);
});
