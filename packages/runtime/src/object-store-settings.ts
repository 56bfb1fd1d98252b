import { readFileSync } from 'node:fs';
import { parseObjectStoreUrl } from '@slipway/domain';

type Given = Readonly<Record<string, string | undefined>>;

const KEYS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

/** The problems in the settings of the object store, one line each. Without a bucket, AWS's variables do not matter. */
export function objectStoreProblems(given: Given): string[] {
  const { OBJECT_STORE_URL: url, OBJECT_STORE_CA_FILE: caFile } = given;
  if (url === undefined)
    return caFile === undefined ? [] : ['OBJECT_STORE_CA_FILE: is set, but OBJECT_STORE_URL is not'];
  const missing = KEYS.filter((name) => given[name] === undefined);
  return [
    ...urlProblems(given, url),
    ...missing.map((name) => `${name}: is required with OBJECT_STORE_URL`),
    ...(caFile === undefined ? [] : fileProblems(caFile)),
  ];
}

function urlProblems({ OBJECT_STORE_DIR: dir }: Given, url: string): string[] {
  if (dir !== undefined) return ['OBJECT_STORE_DIR: is set, and OBJECT_STORE_URL too: set one of them'];
  try {
    parseObjectStoreUrl(url);
    return [];
  } catch (error) {
    return [`OBJECT_STORE_URL: ${(error as Error).message}`];
  }
}

function fileProblems(file: string): string[] {
  try {
    readFileSync(file);
    return [];
  } catch (error) {
    return [`OBJECT_STORE_CA_FILE: "${file}" cannot be read: ${(error as Error).message}`];
  }
}
