import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailTransport, SendError } from './transport.js';

/** Writes each email to a file named after its Message-ID, so that a repeat replaces the first. */
export function fileTransport(folder: string): MailTransport {
  return {
    async send({ messageId, raw }) {
      const path = join(folder, `${messageId.replace(/[^A-Za-z0-9@._-]/g, '_')}.eml`);
      try {
        await mkdir(folder, { recursive: true });
        // Renamed when complete, so that the folder contains no partial emails.
        await writeFile(`${path}.part`, raw, { mode: 0o600, flush: true });
        await rename(`${path}.part`, path);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new SendError(`the mail folder cannot be written: ${code}`, { kind: 'failed', cause: error });
      }
    },
  };
}
