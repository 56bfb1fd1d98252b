import { describe, expect, it } from '@jest/globals';
import { BUILD_STATUSES } from '@slipway/contracts';
import { startApi } from './api.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const base = `/v1/projects/${api.project.id}/build_runs`;

async function makeBuild(buildNumber: string, fields: Record<string, unknown> = {}) {
  return String((await api.make.buildRun(api.project, { buildNumber, ...fields })).id);
}

describe('GET /v1/projects/:project_id/build_runs', () => {
  it('200: lists newest first and sets has_more', async () => {
    const older = await makeBuild('1', { createdAt: new Date('2026-11-01T10:00:00Z') });
    const newer = await makeBuild('2', { createdAt: new Date('2026-11-01T11:00:00Z') });
    const all = await api.get(base);
    expect(all.status).toBe(200);
    expect(all.body.build_runs.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(all.body.pagination).toEqual({ limit: 20, has_more: false });
    const first = await api.get(`${base}?limit=1`);
    expect(first.body.build_runs).toHaveLength(1);
    expect(first.body.pagination).toEqual({ limit: 1, has_more: true });
  });

  it('200: filters by status, build type and target type', async () => {
    const id = await makeBuild('3', { status: 'failed', buildType: 'unity', targetType: 'shipping' });
    for (const filter of ['status=failed', 'build_type=unity', 'target_type=shipping']) {
      const { body } = await api.get(`${base}?${filter}`);
      expect(body.build_runs.map((run: { id: string }) => run.id)).toEqual([id]);
    }
  });

  it.each(['missing', 'malformed', 'unknown', 'revoked', 'expired', 'legacy'])(
    '401: a token that is %s',
    async (kind) => {
      const past = new Date('2026-01-01T00:00:00Z');
      const fields = { revoked: { revokedAt: past }, expired: { expiresAt: past }, legacy: { legacy: true } };
      const made =
        kind in fields ? await api.make.apiToken(api.userId, fields[kind as keyof typeof fields]) : null;
      const request = api.get(base, made?.token ?? (kind === 'unknown' ? 'x'.repeat(43) : null));
      if (kind === 'malformed') request.set('Authorization', `Token ${api.token}`);
      const { status, text, headers } = await request;
      expect([status, text, headers['www-authenticate']]).toEqual([401, '', 'Bearer']);
    },
  );

  it('404: a project of another account, or an id that does not exist', async () => {
    const rival = await api.make.studio();
    const foreign = await api.make.project(rival.accountId);
    for (const id of [foreign.id, 999_999, 'prj_1', '1e3', '99999999999999999999', '%00', '-1']) {
      const { status, body } = await api.get(`/v1/projects/${id}/build_runs`);
      expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
    }
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    const cases = [
      ['bogus=1', 'unknown_parameter', {}],
      ['__proto__=1', 'unknown_parameter', {}],
      ['limit=1&limit=2', 'invalid_parameter_type', {}],
      ['limit[]=1', 'invalid_parameter_type', {}],
      ['limit[a]=1', 'invalid_parameter_type', {}],
      ['limit=', 'invalid_parameter', {}],
      ['limit=0', 'invalid_parameter', {}],
      ['limit=-1', 'invalid_parameter', {}],
      ['limit=1.5', 'invalid_parameter', {}],
      ['limit=ten', 'invalid_parameter', {}],
      ['status=success', 'invalid_status', { valid_statuses: [...BUILD_STATUSES] }],
      ['status=Failed', 'invalid_status', { valid_statuses: [...BUILD_STATUSES] }],
      ['build_type=godot', 'invalid_build_type', { valid_build_types: ['unreal', 'unity', 'custom'] }],
      [
        'target_type=x',
        'invalid_target_type',
        { valid_target_types: ['development', 'shipping', 'test', 'debug'] },
      ],
    ] as const;
    for (const [query, error, extra] of cases) {
      const { status, body } = await api.get(`${base}?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(body).toMatchObject({ error, message: expect.any(String), ...extra });
    }
  });
});

describe('GET /v1/projects/:project_id/build_runs/:build_run_id', () => {
  it('200: returns a build run with steps, artifacts and investigation', async () => {
    const id = await makeBuild('10', { finishedAt: new Date(), startedAt: new Date(Date.now() - 90_000) });
    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      project_id: String(api.project.id),
      status: 'completed',
      duration_seconds: 90,
      changelist: '',
      artifacts: [],
      steps: [],
      has_log: false,
      investigation: null,
    });
  });

  it.each([
    ['completed', 90],
    ['failed', 90],
    ['cancelled', 90],
    ['passed_pending_approval', 90],
    ['building', null],
  ] as const)(
    '200: a build in %s that ran from 10:00:00 to 10:01:30 shows a duration of %s',
    async (status, duration) => {
      const times = { startedAt: new Date('2026-11-01T10:00:00Z'), finishedAt: new Date('2026-11-01T10:01:30Z') };
      const id = await makeBuild(`duration of ${status}`, { status, ...times });
      const detail = await api.get(`${base}/${id}`);
      const list = await api.get(`${base}?status=${status}&limit=50`);
      const entry = list.body.build_runs.find((run: { id: string }) => run.id === id);
      expect([detail.body.duration_seconds, entry.duration_seconds]).toEqual([duration, duration]);
    },
  );

  it('200: removes email addresses from text and credentials from URLs', async () => {
    const id = await makeBuild('13', {
      jobName: 'Nightly for ana@studio.test',
      branch: 'users/ana@studio.test/sail',
      buildUrl: 'https://ana:secret@ci.studio.test/job/13?by=ana@studio.test',
    });
    const { prisma } = api.database;
    await prisma.buildStep.create({
      data: {
        buildRunId: Number(id),
        name: 'Cook',
        status: 'failed',
        statusAt: new Date(),
        detail: 'ana@studio.test',
      },
    });
    const artifact = { name: 'icon@2x.png', url: 'https://ana:secret@files.test/icon@2x.png' };
    await prisma.buildArtifact.create({ data: { buildRunId: Number(id), ...artifact } });
    const { body } = await api.get(`${base}/${id}`);
    expect(body).toMatchObject({
      ci_job_name: 'Nightly for ana',
      branch: 'users/ana/sail',
      build_url: 'https://ci.studio.test/job/13?by=ana',
      steps: [{ name: 'Cook', detail: 'ana' }],
      artifacts: [{ name: 'icon@2x.png' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|studio\.test"/);
  });
});

/** Creates a build run, with a log unless `content` is null, and returns the path of the log. */
async function makeLog(content: string | null, truncated = false) {
  const { id } = await api.make.buildRun(api.project, { hasLog: content !== null });
  if (content !== null) {
    await api.database.prisma.buildLog.create({
      data: { buildRunId: id, content, truncated, receivedAt: new Date() },
    });
  }
  return `${base}/${id}/log`;
}

describe('GET /v1/projects/:project_id/build_runs/:build_run_id/log', () => {
  it('200: returns a short log completely; a final newline adds no line', async () => {
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

  it('200: returns at most `lines` lines starting at from_line, or the last `tail` lines', async () => {
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

  it('200: returns at most 2,000 lines', async () => {
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

  it('200: removes email addresses from lines', async () => {
    const path = await makeLog(
      'Submitted by ana@studio.test\nSynced //depot/main@1234\nMail <a@b.test>, c@d.test.',
    );
    expect((await api.get(path)).body.lines).toEqual([
      'Submitted by ana',
      'Synced //depot/main @1234',
      'Mail <a>, c.',
    ]);
  });

  it('200: masks credentials, even in a log stored before logs were masked', async () => {
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const path = await makeLog(
      [
        `Pushing with ${token}`,
        'using AKIAIOSFODNN7EXAMPLE',
        '> Authorization: Bearer abcdefgh12345678',
        'STEAM_PASSWORD=hunter2 mail ana@studio.test',
        'Tests passed: 3, pass: 14 fail: 2',
      ].join('\n'),
    );
    expect((await api.get(path)).body.lines).toEqual([
      'Pushing with [redacted: GitHub token]',
      'using [redacted: AWS access key]',
      '> Authorization: Bearer [redacted: bearer token]',
      'STEAM_PASSWORD=[redacted] mail ana',
      'Tests passed: 3, pass: 14 fail: 2',
    ]);
  });

  it('200: uses less than two seconds of CPU time for the largest and most hostile logs', async () => {
    for (const content of [
      'a@b.test '.repeat(28_444),
      '@'.repeat(256_000),
      'a@'.repeat(128_000),
      '\r\n'.repeat(128_000),
      'password="'.repeat(25_600),
      '-----BEGIN PRIVATE KEY-----\n'.repeat(9_000),
    ]) {
      const path = await makeLog(content);
      const before = process.cpuUsage();
      const { status } = await api.get(`${path}?tail=2000`);
      expect(status).toBe(200);
      // Wall time would depend on the machine's load.
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
    }
  });

  it('422: a malformed or unknown parameter, even if the build does not exist', async () => {
    for (const path of [await makeLog('one\ntwo\n'), `${base}/999999/log`]) {
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
});
