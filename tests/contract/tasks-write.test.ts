import { describe, expect, it } from '@jest/globals';
import { PRIORITIES, TASK_STATES, TASK_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const { id: taskId } = await make.task(project);

type Send = (body: unknown, token?: string | null) => ReturnType<typeof api.post>;

/** What both endpoints promise. `valid` is a body that the endpoint takes. */
const endpoints: [string, string, Send][] = [
  ['POST /v1/projects/:project_id/tasks', base, (body, token) => api.post(base, body, token)],
  [
    'PATCH /v1/projects/:project_id/tasks/:id',
    `${base}/${taskId}`,
    (body, token) => api.patch(`${base}/${taskId}`, body, token),
  ],
];
const valid = { title: 'Dock' };

async function countTasks() {
  return api.database.prisma.task.count();
}

describe.each(endpoints)('%s', (endpoint, path, send) => {
  const method = endpoint.startsWith('POST') ? api.post : api.patch;
  const sendRaw = (body: string, type: string) =>
    method(path, undefined)
      .set('Content-Type', type)
      .serialize((text) => text as string)
      .send(body);

  it('401: no token, before anything else is looked at', async () => {
    const answer = await send('not json', null);
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  it('403: a token that may only read', async () => {
    const answer = await send({ task: valid }, await api.tokenWithout('write:tasks'));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: 'write:tasks' });
  });

  it.each([
    ['trial_expired', true],
    ['demo', false],
  ] as const)('403: a read-only account (%s), before the body is looked at', async (reason, hasUpgradeUrl) => {
    const studio = await make.studio();
    const closed = await make.project(studio.accountId);
    const { token } = await make.apiToken(studio.userId);
    const { id } = await make.task(closed);
    await api.database.prisma.account.update({
      where: { id: studio.accountId },
      data: { readOnlyReason: reason },
    });
    const answer = await method(
      path.replace(base, `/v1/projects/${closed.id}/tasks`).replace(/\d+$/, String(id)),
      {},
      token,
    );
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      error: 'demo_read_only',
      message: expect.any(String),
      reason,
      ...(hasUpgradeUrl ? { upgrade_url: expect.stringContaining(api.process.settings.BASE_URL) } : {}),
    });
  });

  it("404: another account's project", async () => {
    const rival = await make.studio();
    const foreign = await make.project(rival.accountId);
    const answer = await method(path.replace(base, `/v1/projects/${foreign.id}/tasks`), { task: valid });
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it('413: a body over 1 MiB', async () => {
    const answer = await send({ task: { ...valid, description: 'x'.repeat(1024 * 1024) } });
    expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])(
    '415: %s',
    async (type) => {
      const answer = await sendRaw(JSON.stringify({ task: valid }), type);
      expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['', '{', '{"task":', 'null,', '{"task":{"title":"a"}}x'])('400: %j is no JSON', async (text) => {
    const answer = await sendRaw(text, 'application/json');
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_json']);
  });

  it.each([
    ['null', ''],
    ['[]', ''],
    ['7', ''],
    ['"task"', ''],
    ['{}', 'task'],
    ['{"task":null}', 'task'],
    ['{"task":[]}', 'task'],
    ['{"task":"title"}', 'task'],
  ])('422: the body %s', async (text, at) => {
    const answer = await sendRaw(text, 'application/json');
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'invalid_parameter', details: [{ path: at }] });
  });

  it.each([
    'id',
    'account_id',
    'project_id',
    'created_at',
    'updated_at',
    'via_api_token_id',
    'urls',
    'links',
    'assigneeHandle',
    '__proto__',
    'constructor',
  ])('422: the key %s, and nothing is written', async (key) => {
    const before = await countTasks();
    const answer = await sendRaw(`{"task":{"title":"Dock","${key}":1}}`, 'application/json');
    expect([answer.status, answer.body.error]).toEqual([422, 'unknown_parameter']);
    const besides = await sendRaw(`{"task":{"title":"Dock"},"${key}":1}`, 'application/json');
    expect([besides.status, besides.body.error]).toEqual([422, 'unknown_parameter']);
    expect(await countTasks()).toBe(before);
  });

  it('422: a parameter in the address', async () => {
    const answer = await method(`${path}?notify=1`, { task: valid });
    expect([answer.status, answer.body.error]).toEqual([422, 'unknown_parameter']);
  });

  const wrong: [string, unknown[]][] = [
    ['title', [1, null, true, [], {}, '', 'x'.repeat(256), '🎮'.repeat(256), 'a\0b', '\ud800']],
    ['description', [1, null, [], {}, 'x'.repeat(65_537), '\0', '\udfff']],
    ['labels', ['ui', 1, null, {}, [1], [null], [''], ['x'.repeat(101)], ['\0'], Array(51).fill('x')]],
    ['metadata', ['{}', 1, null, [], { a: '\0' }, { '\0': 1 }, { a: ['\ud800'] }, { a: 'x'.repeat(16_384) }]],
  ];
  it.each(wrong)('422: %s of the wrong type, form or size', async (field, values) => {
    for (const value of values) {
      const answer = await send({ task: { ...valid, [field]: value } });
      expect([value, answer.status, answer.body.error]).toEqual([value, 422, 'invalid_parameter']);
      expect(answer.body.details).toEqual([{ path: `task.${field}`, message: expect.any(String) }]);
    }
  });

  it('422: every field at fault is named', async () => {
    const answer = await send({ task: { title: 1, description: 2, labels: 3, metadata: 4 } });
    expect(answer.body.details.map(({ path: at }: { path: string }) => at)).toEqual(
      expect.arrayContaining(['task.title', 'task.description', 'task.labels', 'task.metadata']),
    );
  });

  it('422: metadata nested too deep, and numbers no double holds', async () => {
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    for (const metadata of [
      deep,
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '{"a":1e999}',
      '{"a":[-1e999]}',
    ]) {
      const answer = await sendRaw(`{"task":{"title":"Dock","metadata":${metadata}}}`, 'application/json');
      expect([answer.status, answer.body.error]).toEqual([422, 'invalid_parameter']);
    }
  });

  const closed: [string, string, string, readonly string[]][] = [
    ['state', 'invalid_state', 'valid_states', TASK_STATES],
    ['task_type', 'invalid_task_type', 'valid_task_types', TASK_TYPES],
    ['priority', 'invalid_priority', 'valid_priorities', PRIORITIES],
  ];
  it.each(closed)('422: %s outside its set', async (field, error, listed, values) => {
    for (const value of ['', 'DONE', 1, null, [], {}, ['to_do']]) {
      const answer = await send({ task: { ...valid, [field]: value } });
      expect([value, answer.status, answer.body.error]).toEqual([value, 422, error]);
      expect(answer.body[listed]).toEqual(values);
    }
  });

  it('422: an assignee that is none', async () => {
    const { userId: member } = await make.member(project);
    const { userId: colleague } = await make.member(await make.project(api.accountId));
    const { userId: stranger } = await make.studio();
    const cases = [
      { assignee_handle: 'bot', user_id: member },
      ...['', 'Bot', 'a_b', 'a b', 'x'.repeat(51), 'bot\n', 1, [], {}, false].map((assignee_handle) => ({
        assignee_handle,
      })),
      ...['1', 0, -1, 1.5, 2 ** 31, 2 ** 60, true, [], {}, colleague, stranger].map((user_id) => ({ user_id })),
    ];
    for (const fields of cases) {
      const answer = await send({ task: { ...valid, ...fields } });
      expect([fields, answer.status, answer.body.error]).toEqual([fields, 422, 'invalid_assignee']);
      expect(answer.body.expected_format).toEqual(expect.any(String));
    }
  });

  it('20x: titles of 255 characters, whatever their width, and text as it was written', async () => {
    const written = {
      title: '🎮'.repeat(255),
      description: 'Ask lead@studio.test\r\n<b>"ünïcode"</b>\t\u2028',
      labels: ['a@b.test', '🎮'.repeat(100), ' x '],
      metadata: { contact: 'qa@studio.test', '': null, n: [1.5, -0.1, 1e300, true], __proto__x: {} },
    };
    const { status, body } = await send({ task: written });
    expect([status, { ...body, metadata: undefined }]).toEqual([
      endpoint.startsWith('POST') ? 201 : 200,
      expect.objectContaining({ title: written.title, description: written.description, labels: written.labels }),
    ]);
    expect(body.metadata).toEqual({ ...written.metadata, via_api_token_id: body.metadata.via_api_token_id });
    expect((await api.get(`${base}/${body.id}`)).body).toEqual(body);
  });

  it('20x: metadata of exactly 16 KiB', async () => {
    const metadata = { a: 'x'.repeat(16_384 - '{"a":""}'.length) };
    expect((await send({ task: { ...valid, metadata } })).status).toBeLessThan(300);
  });
});
