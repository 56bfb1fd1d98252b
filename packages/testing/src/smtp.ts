import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly parsed: Email;
}

/** What the server answers: the code of a refusal, or `hang` for no answer at all. */
export type SmtpAnswer = number | 'hang';

/** A mail server that behaves as told. */
export interface TestSmtp {
  readonly url: string;
  /** Whole mails it was handed, in order, whatever it answered. */
  readonly received: readonly ReceivedMail[];
  /** How it answers from now on; without arguments it takes everything. */
  answer(answers?: { greeting?: SmtpAnswer; recipient?: SmtpAnswer; data?: SmtpAnswer }): void;
  /** Called when it has a whole mail, before it answers. */
  onMail(listener: () => Promise<void> | void): void;
}

/** Starts a mail server. Await it at the top of a test file. */
export async function testSmtp(): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let answers: { greeting?: SmtpAnswer; recipient?: SmtpAnswer; data?: SmtpAnswer } = {};
  let listener: () => Promise<void> | void = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onConnect: (_session, reply) => answerWith(answers.greeting, reply),
    onRcptTo: (_address, _session, reply) => answerWith(answers.recipient, reply),
    onData(stream, session, reply) {
      const { mailFrom, rcptTo } = session.envelope;
      const take = async () => {
        const raw = await readAll(stream);
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from, to, raw, parsed: await PostalMime.parse(raw) });
        await listener();
        answerWith(answers.data, reply);
      };
      take().catch(reply);
    },
  });
  // A client that hangs up in the middle is what tests do on purpose.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}/`,
    received,
    answer(told = {}) {
      answers = told;
    },
    onMail(told) {
      listener = told;
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answerWith(answer: SmtpAnswer | undefined, reply: (error?: Error | null) => void): void {
  if (answer === 'hang') return;
  // As servers do, the answer names a person.
  const message = 'mailbox of <someone@studio.test> cannot be reached';
  reply(answer === undefined ? null : Object.assign(new Error(message), { responseCode: answer }));
}
