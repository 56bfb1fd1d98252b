import { ObjectStoreError, type ObjectStoreProblem } from '../object-store.js';

const PROBLEMS: Readonly<Record<string, ObjectStoreProblem>> = {
  ENOENT: 'not_found',
  // A key below that of another object: `a/b` when `a` is an object.
  ENOTDIR: 'not_found',
  EISDIR: 'not_found',
  EEXIST: 'not_found',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
};

/** What a failed call of the file system means. Errors of the caller's own stream pass through. */
export function folderError(error: unknown, name: string): unknown {
  if (error instanceof ObjectStoreError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const problem = PROBLEMS[code] ?? 'unavailable';
  const text = problem === 'not_found' ? 'no such object in' : 'the object store does not work:';
  return new ObjectStoreError(problem, `${text} ${name} (${code} in ${syscall})`, { cause: error });
}

/** The errors of an atomic write: every one means that the object was not stored, and a missing path is no missing object. */
export function writeError(error: unknown, name: string): unknown {
  const failed = folderError(error, name);
  if (!(failed instanceof ObjectStoreError) || failed.problem !== 'not_found') return failed;
  const code = (error as NodeJS.ErrnoException).code;
  const message = `the object cannot be stored in ${name} (${code}): its folder is missing, or another object is in its way`;
  return new ObjectStoreError('refused', message, { cause: error });
}
