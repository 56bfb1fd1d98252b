import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import type { Email } from 'postal-mime';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly parsed: Email;
}

/** The code of a rejection, or `hang` for no reply. */
export type SmtpReply = number | 'hang';

/** A mail server whose replies the test sets. */
export interface TestSmtp {
  readonly url: string;
  /** All complete emails in order, whatever the reply. */
  readonly received: readonly ReceivedMail[];
  /** Sets the replies from now on; without arguments, the server accepts everything. */
  reply(replies?: { greeting?: SmtpReply; recipient?: SmtpReply; data?: SmtpReply }): void;
  /** Called when a complete email has arrived, before the reply. */
  onMail(listener: () => Promise<void> | void): void;
}

/** Starts a mail server. Await it at the top level of a test file. */
export async function testSmtp(): Promise<TestSmtp> {
  // Imported here, because every test file loads this package and few of them send email.
  const [{ default: PostalMime }, { SMTPServer }] = await Promise.all([
    import('postal-mime'),
    import('smtp-server'),
  ]);
  const received: ReceivedMail[] = [];
  let replies: { greeting?: SmtpReply; recipient?: SmtpReply; data?: SmtpReply } = {};
  let listener: () => Promise<void> | void = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onConnect: (_session, reply) => replyWith(replies.greeting, reply),
    onRcptTo: (_address, _session, reply) => replyWith(replies.recipient, reply),
    onData(stream, session, reply) {
      const { mailFrom, rcptTo } = session.envelope;
      const take = async () => {
        const raw = await readAll(stream);
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from, to, raw, parsed: await PostalMime.parse(raw) });
        await listener();
        replyWith(replies.data, reply);
      };
      take().catch(reply);
    },
  });
  // Tests break connections on purpose.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}/`,
    received,
    reply(next = {}) {
      replies = next;
    },
    onMail(next) {
      listener = next;
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function replyWith(code: SmtpReply | undefined, reply: (error?: Error | null) => void): void {
  if (code === 'hang') return;
  // Real servers also name the recipient in their replies.
  const message = 'mailbox of <someone@studio.test> cannot be reached';
  reply(code === undefined ? null : Object.assign(new Error(message), { responseCode: code }));
}
