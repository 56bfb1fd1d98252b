import { describe, expect, it } from '@jest/globals';
import { PRIORITIES, TASK_STATES, TASK_TYPES, type Task } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;

/** A project without other rows. */
async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, base: `/v1/projects/${project.id}/tasks` };
}

const idsOf = (body: { tasks: Task[] }) => body.tasks.map(({ id }) => id);
const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, n));

/** The ids on all pages of a list. */
async function walk(path: string, betweenPages: () => Promise<unknown> = async () => undefined) {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: { tasks: Task[]; pagination: { next_cursor: string | null } } } = await api.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    ids.push(...idsOf(page.body));
    cursor = page.body.pagination.next_cursor;
    await betweenPages();
  } while (cursor !== null);
  return ids;
}

describe('GET /v1/projects/:project_id/tasks', () => {
  it('200: returns every field of a task, and no links', async () => {
    const { project, base } = await freshProject();
    const { userId } = await make.member(project);
    const { id } = await make.task(project, {
      title: 'Write to qa@studio.test',
      description: 'As written by lead@studio.test',
      state: 'blocked',
      taskType: 'art',
      priority: 'critical',
      userId,
      labels: ['co-op', 'vfx'],
      metadata: { client: { name: 'cli' }, via_api_token_id: 666 },
      viaApiTokenId: 7,
      createdAt: minute(1),
      updatedAt: minute(2),
    });
    const { status, body } = await api.get(base);
    expect(status).toBe(200);
    expect(body).toEqual({
      tasks: [
        {
          id,
          account_id: api.accountId,
          project_id: project.id,
          title: 'Write to qa@studio.test',
          description: 'As written by lead@studio.test',
          state: 'blocked',
          task_type: 'art',
          priority: 'critical',
          assignee_handle: null,
          user_id: userId,
          labels: ['co-op', 'vfx'],
          metadata: { client: { name: 'cli' } },
          created_at: '2026-11-01T10:01:00.000Z',
          updated_at: '2026-11-01T10:02:00.000Z',
          urls: { web: `${api.process.settings.BASE_URL}/projects/${project.id}/tasks/${id}` },
        },
      ],
      pagination: { limit: 20, has_more: false, next_cursor: null },
    });
  });

  it('200: lists newest first; of tasks created at the same time, the higher id first', async () => {
    const { project, base } = await freshProject();
    const { id: tieLow } = await make.task(project, { createdAt: minute(5) });
    const { id: oldest } = await make.task(project, { createdAt: minute(1), updatedAt: minute(9) });
    const { id: tieHigh } = await make.task(project, { createdAt: minute(5) });
    expect(idsOf((await api.get(base)).body)).toEqual([tieHigh, tieLow, oldest]);
  });

  it('200: filters by every parameter, alone and combined', async () => {
    const { project, base } = await freshProject();
    const { userId } = await make.member(project);
    const { id: one } = await make.task(project, {
      state: 'blocked',
      taskType: 'art',
      priority: 'low',
      assigneeHandle: 'triage-agent',
      labels: ['UI', 'co-op'],
      createdAt: minute(2),
      updatedAt: minute(30),
    });
    const { id: two } = await make.task(project, {
      state: 'completed',
      userId,
      labels: ['ui'],
      createdAt: minute(1),
      updatedAt: minute(10),
    });
    const cases: [string, number[]][] = [
      ['state=blocked', [one]],
      ['state=blocked,completed', [one, two]],
      ['state=completed,blocked,completed,to_do', [one, two]],
      ['state=to_do,in_progress', []],
      [`state=${TASK_STATES.join()}`, [one, two]],
      ['task_type=art', [one]],
      ['task_type=feature', [two]],
      ['priority=medium', [two]],
      ['assignee=handle:triage-agent', [one]],
      ['assignee=handle:triage', []],
      [`assignee=user:${userId}`, [two]],
      ['assignee=user:99999999999999', []],
      ['label=ui', [two]],
      ['label=UI', [one]],
      ['label=u', []],
      ['label=%25', []],
      ['label=', []],
      ['label=%00', []],
      ['label=co-op,UI', []],
      ['updated_since=2026-11-01T10:30:00.000Z', [one]],
      ['updated_since=2026-11-01T10:30:00.001Z', []],
      ['updated_since=2026-11-01T10:10', [one, two]],
      ['updated_since=2026-11-01T11:10:00%2B01:00', [one, two]],
      ['updated_since=2026-11-01', [one, two]],
      ['updated_since=2026-11-02', []],
      ['updated_since=0001-01-01', [one, two]],
      ['updated_since=9999-12-31', []],
      ['format=markdown', [one, two]],
      [
        'state=blocked&task_type=art&priority=low&assignee=handle:triage-agent&label=UI&updated_since=2026-11-01',
        [one],
      ],
      ['state=blocked,completed&label=ui&priority=medium', [two]],
    ];
    for (const [query, expected] of cases) {
      const { status, body } = await api.get(`${base}?${query}`);
      expect([query, status, body.tasks && idsOf(body)]).toEqual([query, 200, expected]);
    }
  });

  it.each(['', '?state=to_do,blocked', '?label=co-op', '?updated_since=2026-01-01'])(
    '200: the pages of /tasks%s neither repeat nor skip a task, even with equal times and inserts between pages',
    async (query) => {
      const { project, base } = await freshProject();
      const made: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        const createdAt = minute(Math.floor(n / 4));
        const state = n % 2 === 0 ? ('blocked' as const) : ('to_do' as const);
        made.unshift((await make.task(project, { createdAt, state, labels: ['co-op'] })).id);
      }
      const insert = () =>
        Promise.all([
          make.task(project, { labels: ['co-op'] }),
          make.task(project, { labels: ['co-op'], createdAt: minute(59), state: 'blocked' as const }),
        ]);
      expect(await walk(`${base}${query}`, insert)).toEqual(made);
    },
  );

  it('422: a malformed, unknown or repeated parameter', async () => {
    const { base } = await freshProject();
    await expectRefusals(api, base, [
      ['limit=0', 'invalid_parameter'],
      ['limit=', 'invalid_parameter'],
      ['limit=-1', 'invalid_parameter'],
      ['limit=1.5', 'invalid_parameter'],
      ['limit=ten', 'invalid_parameter'],
      ['limit=1&limit=2', 'invalid_parameter_type'],
      ['limit[]=1', 'invalid_parameter_type'],
      ['state[a]=to_do', 'invalid_parameter_type'],
      ['label[]=a', 'invalid_parameter_type'],
      ['cursor[]=a', 'invalid_parameter_type'],
      ['state=done', 'invalid_state', { valid_states: [...TASK_STATES] }],
      ['state=to_do,done', 'invalid_state', { valid_states: [...TASK_STATES] }],
      ['state=to_do,', 'invalid_state', { valid_states: [...TASK_STATES] }],
      ['state=', 'invalid_state', { valid_states: [...TASK_STATES] }],
      ['state=To_Do', 'invalid_state', { valid_states: [...TASK_STATES] }],
      ['task_type=epic', 'invalid_task_type', { valid_task_types: [...TASK_TYPES] }],
      ['task_type=bug,art', 'invalid_task_type', { valid_task_types: [...TASK_TYPES] }],
      ['priority=urgent', 'invalid_priority', { valid_priorities: [...PRIORITIES] }],
      ['assignee=bob', 'invalid_assignee', { expected_format: expect.stringContaining('handle:') }],
      ['assignee=handle:Bob', 'invalid_assignee', { expected_format: expect.any(String) }],
      ['assignee=handle:', 'invalid_assignee', { expected_format: expect.any(String) }],
      ['assignee=user:x', 'invalid_assignee', { expected_format: expect.any(String) }],
      ['assignee=user:-1', 'invalid_assignee', { expected_format: expect.any(String) }],
      ['updated_since=yesterday', 'invalid_parameter'],
      ['updated_since=2026-02-30', 'invalid_parameter'],
      ['updated_since=', 'invalid_parameter'],
      ['sort=title', 'unknown_parameter'],
      ['__proto__=1', 'unknown_parameter'],
      ['cursor=x&sort=title', 'unknown_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: `/v1/projects/${api.project.id}/tasks`,
      key: 'tasks',
      filter: 'state=to_do',
      make: (createdAt) => make.task(api.project, { createdAt }),
      otherPath: `/v1/projects/${api.project.id}/references`,
      makeOther: () => make.reference(api.project),
    });

    it('200: a cursor does not depend on limit and format', async () => {
      const { project, base } = await freshProject();
      for (let n = 0; n < 3; n += 1) await make.task(project);
      const cursor = (await api.get(`${base}?limit=1`)).body.pagination.next_cursor;
      const { status, body } = await api.get(`${base}?limit=5&format=markdown&cursor=${cursor}`);
      expect([status, body.tasks.length]).toEqual([200, 2]);
    });
  });
});
