import { describe, expect, it } from '@jest/globals';
import { PRIORITIES, TASK_STATES, TASK_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const { id: taskId } = await make.task(project);

type Send = typeof api.post;

/** Both endpoints share these rules. */
const endpoints: [string, string, Send][] = [
  ['POST /v1/projects/:project_id/tasks', base, api.post],
  ['PATCH /v1/projects/:project_id/tasks/:id', `${base}/${taskId}`, api.patch],
];
const valid = { title: 'Dock' };

const countTasks = () => api.database.prisma.task.count();

describe.each(endpoints)('%s', (endpoint, path, method) => {
  const send = (body: unknown, token?: string | null) => method(path, body, token);
  const sendRaw = (body: string, type: string) =>
    method(path, undefined)
      .set('Content-Type', type)
      .serialize((text) => text as string)
      .send(body);

  it('401, 403, 404: checks token, scope, project and account before the body', async () => {
    const rival = await make.studio();
    const readOnly = await make.studio();
    const data = { readOnlyReason: 'demo' } as const;
    await api.database.prisma.account.update({ where: { id: readOnly.accountId }, data });
    const inProject = async ({ accountId }: { accountId: number }) =>
      path.replace(base, `/v1/projects/${(await make.project(accountId)).id}/tasks`);
    const { token } = await make.apiToken(readOnly.userId);
    const responses = [
      await send('not JSON', null),
      await send('not JSON', await api.tokenWithout('write:tasks')),
      await method(await inProject(rival), 'not JSON'),
      await method(await inProject(readOnly), 'not JSON', token),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 403, 404, 403]);
  });

  it('413: a body over 1 MiB', async () => {
    const { status, body } = await send({ task: { ...valid, description: 'x'.repeat(1024 * 1024) } });
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])(
    '415: the media type %s',
    async (type) => {
      const { status, body } = await sendRaw(JSON.stringify({ task: valid }), type);
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['', '{', '{"task":', 'null,', '{"task":{"title":"a"}}x'])('400: %j is not JSON', async (text) => {
    const { status, body } = await sendRaw(text, 'application/json');
    expect([status, body.error]).toEqual([400, 'invalid_json']);
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
  ])('422: the body %s is not a task', async (text, at) => {
    const answer = await sendRaw(text, 'application/json');
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'invalid_parameter', details: [{ path: at }] });
  });

  it.each([
    ...['id', 'account_id', 'project_id', 'created_at', 'updated_at', 'via_api_token_id'],
    ...['urls', 'links', 'assigneeHandle', '__proto__', 'constructor'],
  ])('422: the unknown key %s; nothing is written', async (key) => {
    const before = await countTasks();
    const { status, body } = await sendRaw(`{"task":{"title":"Dock","${key}":1}}`, 'application/json');
    expect([status, body.error]).toEqual([422, 'unknown_parameter']);
    const besides = await sendRaw(`{"task":{"title":"Dock"},"${key}":1}`, 'application/json');
    expect([besides.status, besides.body.error]).toEqual([422, 'unknown_parameter']);
    expect(await countTasks()).toBe(before);
  });

  const wrong: [string, unknown[]][] = [
    ['title', [1, null, true, [], {}, '', 'x'.repeat(256), '🎮'.repeat(256), 'a\0b', '\ud800']],
    ['description', [1, null, [], {}, 'x'.repeat(65_537), '\0', '\udfff']],
    ['labels', ['ui', 1, null, {}, [1], [null], [''], ['x'.repeat(101)], ['\0'], Array(51).fill('x')]],
    ['metadata', ['{}', 1, null, [], { a: '\0' }, { '\0': 1 }, { a: ['\ud800'] }, { a: 'x'.repeat(16_384) }]],
  ];
  it.each(wrong)('422: a %s of the wrong type, form or size', async (field, values) => {
    for (const value of values) {
      const answer = await send({ task: { ...valid, [field]: value } });
      expect([value, answer.status, answer.body.error]).toEqual([value, 422, 'invalid_parameter']);
      expect(answer.body.details).toEqual([{ path: `task.${field}`, message: expect.any(String) }]);
    }
  });

  it('422: lists every invalid field', async () => {
    const answer = await send({ task: { title: 1, description: 2, labels: 3, metadata: 4 } });
    expect(answer.body.details.map(({ path: at }: { path: string }) => at)).toEqual(
      expect.arrayContaining(['task.title', 'task.description', 'task.labels', 'task.metadata']),
    );
  });

  it('422: metadata that nests too deeply, or contains numbers beyond the range of a double', async () => {
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const arrays = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const metadata of [deep, arrays, '{"a":1e999}', '{"a":[-1e999]}']) {
      const { status, body } = await sendRaw(
        `{"task":{"title":"Dock","metadata":${metadata}}}`,
        'application/json',
      );
      expect([status, body.error]).toEqual([422, 'invalid_parameter']);
    }
  });

  const closed: [string, string, string, readonly string[]][] = [
    ['state', 'invalid_state', 'valid_states', TASK_STATES],
    ['task_type', 'invalid_task_type', 'valid_task_types', TASK_TYPES],
    ['priority', 'invalid_priority', 'valid_priorities', PRIORITIES],
  ];
  it.each(closed)('422: a %s outside its set', async (field, error, listed, values) => {
    for (const value of ['', 'DONE', 1, null, [], {}, ['to_do']]) {
      const answer = await send({ task: { ...valid, [field]: value } });
      expect([value, answer.status, answer.body.error]).toEqual([value, 422, error]);
      expect(answer.body[listed]).toEqual(values);
    }
  });

  it('422: an assignee that is neither a valid handle nor a member', async () => {
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

  it('20x: accepts a title of 255 characters, and stores text unchanged', async () => {
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

  it('20x: accepts metadata of exactly 16 KiB', async () => {
    const metadata = { a: 'x'.repeat(16_384 - '{"a":""}'.length) };
    expect((await send({ task: { ...valid, metadata } })).status).toBeLessThan(300);
  });
});

let keys = 0;
/** A key that no other test uses. */
function freshKey() {
  keys += 1;
  return `key-${keys}`;
}

function create(key: string, task: Record<string, unknown>, { token = api.token, path = base } = {}) {
  return api.post(path, { task }, token).set('Idempotency-Key', key);
}

const countTitled = (title: string) => api.database.prisma.task.count({ where: { title } });

const DAY_MS = 86_400_000;

/** Backdates the first use of a key. */
function age(key: string, ms: number) {
  const data = { createdAt: new Date(Date.now() - ms) };
  return api.database.prisma.idempotencyKey.updateMany({ where: { key }, data });
}

describe('POST /v1/projects/:project_id/tasks with an Idempotency-Key', () => {
  it('201: a retry returns the first response and creates nothing', async () => {
    const key = freshKey();
    const metadata = { z: 1, a: { y: 'qa@studio.test' }, '': [] };
    const first = await create(key, { title: 'Once', metadata });
    await api.patch(`${base}/${first.body.id}`, { task: { state: 'completed' } });
    const second = await create(key, { title: 'Once', metadata });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(await countTitled('Once')).toBe(1);
  });

  it('201: the order of keys in the body does not matter', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Order', metadata: { a: { b: 1, c: 2 }, d: 3 } });
    const second = await create(key, { metadata: { d: 3, a: { c: 2, b: 1 } }, title: 'Order' });
    expect(second.body).toEqual(first.body);
  });

  it('201: of simultaneous requests, one creates the task, and all return it', async () => {
    const key = freshKey();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(key, { title: 'Together' })));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await countTitled('Together')).toBe(1);
  });

  it('201: of simultaneous requests with an expired key, one creates the task', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Expired' });
    await age(key, DAY_MS);
    const responses = await Promise.all(Array.from({ length: 4 }, () => create(key, { title: 'Expired' })));
    const ids = new Set(responses.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(ids.has(first.body.id)).toBe(false);
    expect(await countTitled('Expired')).toBe(2);
  });

  it('201: a key expires after 24 hours and can then be used for another body', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Day' });
    await age(key, DAY_MS - 60_000);
    expect((await create(key, { title: 'Day' })).body).toEqual(first.body);
    await age(key, DAY_MS);
    const next = await create(key, { title: 'Next day' });
    expect([next.status, next.body.title]).toEqual([201, 'Next day']);
    expect((await create(key, { title: 'Next day' })).body).toEqual(next.body);
  });

  it('201: a key is valid for one token and one path', async () => {
    const key = freshKey();
    const other = await make.project(api.accountId);
    const { token } = await make.apiToken(api.userId);
    const path = `/v1/projects/${other.id}/tasks`;
    const responses = [
      await create(key, { title: 'Scope' }),
      await create(key, { title: 'Scope' }, { token }),
      await create(key, { title: 'Scope' }, { path }),
      await create(key, { title: 'Another body' }, { path, token }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(4);
  });

  it('201: a failed request does not use up its key', async () => {
    const key = freshKey();
    const { userId } = await make.member(await make.project(api.accountId));
    const task = { title: 'Failure', user_id: userId };
    expect((await create(key, task)).status).toBe(422);
    await api.database.prisma.projectMembership.create({ data: { projectId: project.id, userId } });
    expect((await create(key, task)).status).toBe(201);
    expect(await countTitled('Failure')).toBe(1);
  });

  it('201: a retry returns the first response even if the assignee has left the project', async () => {
    const key = freshKey();
    const { userId } = await make.member(project);
    const task = { title: 'Left', user_id: userId };
    const first = await create(key, task);
    await api.database.prisma.projectMembership.deleteMany({ where: { userId } });
    expect((await create(key, task)).body).toEqual(first.body);
  });

  it('201: accepts keys of 1 and of 255 visible ASCII characters', async () => {
    for (const key of ['!', '~'.repeat(255)]) expect((await create(key, { title: 'Length' })).status).toBe(201);
  });

  it('422: a key that was used with another body', async () => {
    const key = freshKey();
    expect((await create(key, { title: 'Reused' })).status).toBe(201);
    for (const task of [{ title: 'Other' }, { title: 'Reused', labels: ['a'] }]) {
      const { status, body } = await create(key, task);
      expect([status, body.error]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await countTitled('Other')).toBe(0);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ü'])('422: the malformed key %j', async (key) => {
    const { status, body } = await create(key, { title: 'Bad key' });
    expect([status, body.error]).toEqual([422, 'invalid_parameter']);
    expect(await countTitled('Bad key')).toBe(0);
  });
});
