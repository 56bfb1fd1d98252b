import { describe, expect, it } from '@jest/globals';
import { EMPTY_LOG, readNewOutput } from './console-log.js';
import { errorOf, jenkinsAccess } from './jenkins-access.fixture.js';

const { jenkins, connect, respond } = await jenkinsAccess();
const build = ['job', 'a', '1'];

describe('readNewOutput', () => {
  it('continues at the offset and reads whole lines only', async () => {
    const running = jenkins.build('a', 1, { log: 'one\nünf\nhal', running: true });
    const http = connect();
    const first = await readNewOutput(http, build, EMPTY_LOG);
    expect(first).toEqual({ log: { content: 'one\nünf\n', truncated: false, offset: 9 }, more: true });
    expect(await readNewOutput(http, build, first.log)).toEqual(first);
    Object.assign(running, { log: 'one\nünf\nhalf\n', running: false });
    expect(await readNewOutput(http, build, first.log)).toEqual({
      log: { content: 'one\nünf\nhalf\n', truncated: false, offset: 14 },
      more: false,
    });
    expect(jenkins.requests.map(({ path }) => path.split('?')[1])).toEqual(['start=0', 'start=9', 'start=9']);
  });

  it('masks credentials, including a private key that was partly read before', async () => {
    const key = 'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0buKLy/NavRzIRH5EA8ZsM2Zq1';
    const begun = `token=abcdef\n-----BEGIN PRIVATE KEY-----\n${key}\n`;
    const running = jenkins.build('a', 1, { log: begun, running: true });
    const http = connect();
    const { log } = await readNewOutput(http, build, EMPTY_LOG);
    Object.assign(running, { log: `${begun}${key}\n-----END PRIVATE KEY-----\ndone\n`, running: false });
    const masked = '[redacted: private key]\n'.repeat(2);
    expect((await readNewOutput(http, build, log)).log.content).toBe(
      `token=[redacted]\n-----BEGIN PRIVATE KEY-----\n${masked}-----END PRIVATE KEY-----\ndone\n`,
    );
  });

  it('starts over when the console gets shorter', async () => {
    jenkins.build('a', 1, { log: 'new\n', running: false });
    const known = { content: 'old text\n', truncated: true, offset: 9 };
    expect(await readNewOutput(connect(), build, known)).toEqual({
      log: { content: 'new\n', truncated: false, offset: 4 },
      more: false,
    });
  });

  it('treats a console that does not exist yet as empty', async () => {
    jenkins.build('a', 1, { log: null, running: true });
    expect(await readNewOutput(connect(), build, EMPTY_LOG)).toEqual({ log: EMPTY_LOG, more: true });
  });

  it('reads only the tail of long output', async () => {
    jenkins.build('a', 1, { log: `${'x'.repeat(99)}\n`.repeat(200_000), running: false });
    const before = jenkins.requests.length;
    const { log } = await readNewOutput(connect(), build, EMPTY_LOG);
    expect(log).toMatchObject({ truncated: true, offset: 20_000_000 });
    expect(jenkins.requests.slice(before).map(({ path }) => path.split('?')[1])).toEqual([
      'start=0',
      `start=${20_000_000 - 1024 * 1024}`,
    ]);
  });

  it('rejects a response without the console size', async () => {
    respond((response) => response.end('some text'));
    expect((await errorOf(readNewOutput(connect(), build, EMPTY_LOG))).message).toContain('size');
  });

  it('rejects a response that is longer than announced', async () => {
    respond((response) => response.writeHead(200, { 'x-text-size': '5' }).end('x'.repeat(5 * 1024 * 1024)));
    expect((await errorOf(readNewOutput(connect(), build, EMPTY_LOG))).message).toContain('more than');
  });
});
