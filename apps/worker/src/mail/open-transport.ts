import { join } from 'node:path';
import { fileTransport } from './file-transport.js';
import { smtpTransport } from './smtp-transport.js';
import type { MailTransport } from './transport.js';

/** The operator's mail server, or else a folder beside the data. */
export function openTransport({ SMTP_URL, DATA_DIR }: { SMTP_URL: string; DATA_DIR: string }): MailTransport {
  return SMTP_URL === '' ? fileTransport(join(DATA_DIR, 'mail')) : smtpTransport(SMTP_URL);
}
