import { readFileSync } from 'node:fs';
import { parseObjectStoreUrl } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';
import { openFolderStore } from './folder/folder-store.js';
import { type ObjectStore, ObjectStoreError } from './object-store.js';

export type ObjectStoreSettings = Pick<
  Settings,
  | 'OBJECT_STORE_DIR'
  | 'OBJECT_STORE_URL'
  | 'OBJECT_STORE_CA_FILE'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>;

/** Opens the store that the settings name. The client for S3 is loaded only if a bucket is set. */
export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  if (settings.OBJECT_STORE_URL === '') return openFolderStore(settings.OBJECT_STORE_DIR);
  const { openS3Store, S3_LIMITS } = await import('./s3/s3-store.js');
  const caFile = settings.OBJECT_STORE_CA_FILE;
  return openS3Store({
    address: parseObjectStoreUrl(settings.OBJECT_STORE_URL),
    credentials: {
      accessKeyId: settings.AWS_ACCESS_KEY_ID,
      secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
      sessionToken: settings.AWS_SESSION_TOKEN,
    },
    ca: caFile === '' ? undefined : readAuthority(caFile),
    limits: S3_LIMITS,
  });
}

/** The file was there when the process started, but can be replaced while it runs. */
function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, cause: unknown) =>
  new ObjectStoreError('refused', `OBJECT_STORE_CA_FILE ${file} cannot be read`, { cause });
