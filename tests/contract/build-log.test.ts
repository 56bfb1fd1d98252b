import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make, project } = api;

/** A build run with a log, or without one for null. */
async function makeLog(content: string | null, truncated = false) {
  const { id } = await make.buildRun(project, { hasLog: content !== null });
  if (content !== null) {
    await api.database.prisma.buildLog.create({
      data: { buildRunId: id, content, truncated, receivedAt: new Date() },
    });
  }
  return `/v1/projects/${project.id}/build_runs/${id}/log`;
}

const known = await makeLog('one\ntwo\n');

describe('GET /v1/projects/:project_id/build_runs/:build_run_id/log', () => {
  it('200: the whole log when it is short; a newline at the end adds no line', async () => {
    const path = await makeLog('LogInit: start\r\nLogCook: 1/2\nLogCook: 2/2\n', true);
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      total_lines: 3,
      from_line: 1,
      lines: ['LogInit: start', 'LogCook: 1/2', 'LogCook: 2/2'],
      truncated: true,
    });
  });

  it('200: from a line on, so many lines, or the last ones', async () => {
    const path = await makeLog(Array.from({ length: 10 }, (_, n) => `line ${n + 1}`).join('\n'));
    const read = async (query: string) => (await api.get(`${path}?${query}`)).body;
    expect(await read('from_line=3&lines=2')).toMatchObject({
      total_lines: 10,
      from_line: 3,
      lines: ['line 3', 'line 4'],
      truncated: false,
    });
    expect(await read('lines=1')).toMatchObject({ from_line: 1, lines: ['line 1'] });
    expect((await read('from_line=9')).lines).toEqual(['line 9', 'line 10']);
    expect(await read('tail=2')).toMatchObject({ from_line: 9, lines: ['line 9', 'line 10'] });
    expect(await read('tail=999')).toMatchObject({ total_lines: 10, from_line: 1 });
    expect(await read('from_line=11')).toMatchObject({ total_lines: 10, from_line: 11, lines: [] });
    expect((await read('from_line=99999999999999999999999')).lines).toEqual([]);
  });

  it('200: shows at most two thousand lines at once', async () => {
    const path = await makeLog(Array.from({ length: 2_500 }, (_, n) => String(n + 1)).join('\n'));
    const first = (await api.get(path)).body;
    expect([first.lines.length, first.lines.at(-1)]).toEqual([2_000, '2000']);
    const last = (await api.get(`${path}?tail=5000`)).body;
    expect([last.from_line, last.lines.length]).toEqual([501, 2_000]);
    expect((await api.get(`${path}?from_line=2001&lines=9999`)).body.lines).toHaveLength(500);
  });

  it('200: a build without a log has no lines', async () => {
    const path = await makeLog(null);
    const none = { total_lines: 0, from_line: 1, lines: [], truncated: false };
    expect((await api.get(path)).body).toEqual(none);
    expect((await api.get(`${path}?tail=5`)).body).toEqual(none);
    expect((await api.get(`${path}?from_line=5`)).body).toEqual(none);
  });

  it('200: lines hold no address', async () => {
    const path = await makeLog(
      'Submitted by ana@studio.test\nSynced //depot/main@1234\nMail <a@b.test>, c@d.test.',
    );
    expect((await api.get(path)).body.lines).toEqual([
      'Submitted by ana',
      'Synced //depot/main @1234',
      'Mail <a>, c.',
    ]);
  });

  it('200: the largest log, however hostile, is answered at once', async () => {
    for (const content of [
      'a@b.test '.repeat(28_444),
      '@'.repeat(256_000),
      'a@'.repeat(128_000),
      '\r\n'.repeat(128_000),
    ]) {
      const path = await makeLog(content);
      const began = performance.now();
      const { status } = await api.get(`${path}?tail=2000`);
      expect(status).toBe(200);
      expect(performance.now() - began).toBeLessThan(2_000);
    }
  });

  it("404: absent, another project's, another account's, and what is no id, all alike", async () => {
    const foreign = await make.buildRun(await make.project((await make.studio()).accountId));
    const sibling = await make.buildRun(await make.project(api.accountId));
    const ids = [999_999, foreign.id, sibling.id, 'abc', '0', '%00'];
    await expectAbsent(ids.map((id) => api.get(`/v1/projects/${project.id}/build_runs/${id}/log`)));
  });

  it('422: names what is wrong with a parameter, before the build is looked for', async () => {
    for (const path of [known, `/v1/projects/${project.id}/build_runs/999999/log`]) {
      await expectRefusals(api, path, [
        ['tail=5&from_line=1', 'invalid_parameter'],
        ['tail=5&lines=1', 'invalid_parameter'],
        ['tail=0', 'invalid_parameter'],
        ['tail=', 'invalid_parameter'],
        ['from_line=0', 'invalid_parameter'],
        ['from_line=-1', 'invalid_parameter'],
        ['lines=1.5', 'invalid_parameter'],
        ['lines=all', 'invalid_parameter'],
        ['lines[]=1', 'invalid_parameter_type'],
        ['tail=1&tail=2', 'invalid_parameter_type'],
        ['limit=5', 'unknown_parameter'],
      ]);
    }
  });

  itRefusesStrangers(api, { scope: 'read:builds', path: known.slice(`/v1/projects/${project.id}/`.length) });
});
