import { describe, expect, it } from '@jest/globals';
import { commandLine } from './command-line.js';
import { startOtherServer } from './other-server.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, project, ids } = await startPipeline();
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: project.name });

/** The characters of a text that a terminal could interpret as commands. */
const controlsIn = (text: string) => [...text].filter((char) => char !== '\n' && /\p{Cc}/u.test(char));

describe('output', () => {
  it('shortens texts until a table fits, counting wide characters twice', async () => {
    await service.make.task(project, { title: `${'漢'.repeat(60)} ${'long '.repeat(20)}` });
    const { out } = await slipway(['task', 'list'], { columns: 90, env: { NO_COLOR: '1' } });
    const widthOf = (line: string) =>
      [...line].reduce((sum, char) => sum + (char === '漢' || char === '字' ? 2 : 1), 0);
    expect(Math.max(...out.split('\n').map(widthOf))).toBe(90);
    expect(out).toContain('漢…');
    expect((await slipway(['task', 'list'])).out).toContain('漢'.repeat(60));
  });

  it('has colors in a terminal unless NO_COLOR or CLICOLOR=0 is set, elsewhere only with CLICOLOR_FORCE', async () => {
    const areColoured = async (env: Record<string, string>, columns?: number) => {
      const options = columns === undefined ? { env } : { env, columns };
      const { err } = await slipway(['build', 'view', '999999999'], options);
      const { out } = await slipway(['build', 'view', ids.build], options);
      return { out: out.includes('\u001B['), err: err.includes('\u001B[31merror:') };
    };
    const none = { out: false, err: false };
    expect(await areColoured({}, 80)).toEqual({ out: true, err: true });
    expect(await areColoured({ NO_COLOR: '1' }, 80)).toEqual(none);
    expect(await areColoured({ CLICOLOR: '0' }, 80)).toEqual(none);
    expect(await areColoured({ CLICOLOR: '0', CLICOLOR_FORCE: '1' }, 80)).toEqual({ out: true, err: true });
    expect(await areColoured({ NO_COLOR: '1', CLICOLOR_FORCE: '1' }, 80)).toEqual(none);
    expect(await areColoured({})).toEqual(none);
    // Lines for programs never have colors.
    expect(await areColoured({ CLICOLOR_FORCE: '1' })).toEqual({ out: false, err: true });
  });

  it('cannot control the terminal through text from the service', async () => {
    const { id } = await service.make.task(project, {
      title: 'Bell \u0007 and \u001B[2Jclear',
      description: 'a\u001B]0;x\u0007b',
    });
    for (const line of [
      ['task', 'list'],
      ['task', 'view', String(id)],
      ['task', 'view', String(id), '--jq', '.title'],
      ['api', `/v1/projects/${project.id}/tasks/${id}`, '--jq', '.title'],
    ]) {
      const { out } = await slipway(line, { columns: 120, env: { NO_COLOR: '1' } });
      expect(out).toContain('[2Jclear');
      expect(controlsIn(out)).toEqual([]);
    }
    const piped = await slipway(['task', 'view', String(id), '--jq', '.title']);
    expect(piped.out).toBe('Bell \u0007 and \u001B[2Jclear\n');
  });

  it('cannot control the terminal through errors, events and notes from the service', async () => {
    const hostile = '\u001B[2Jclear\u0007\u009B2J';
    const event = {
      timestamp: new Date().toISOString(),
      status: 'ok',
      event_type: hostile,
      project_name: hostile,
      message: hostile,
      actor: '',
      cursor_key: 'a',
    };
    const account = {
      id: '1',
      prefixed_id: hostile,
      plan: 'team',
      role: 'member',
      is_default: true,
      project_ids: ['1'],
    };
    const pages: Readonly<Record<string, object>> = {
      '/api/v1/accounts': { accounts: [account] },
      '/api/v1/workspace/events': { events: [event], pagination: { has_more: false, next_cursor: null } },
      '/api/v1/projects/1/members': { members: [], assignee_handles: [hostile], truncated: false },
      '/api/v1/projects/1': { id: '1', name: hostile },
      '/api/v1/projects/1/tasks': { id: hostile, urls: { web: hostile } },
      '/api/v1/projects/1/tasks/1': { id: hostile, urls: { web: hostile } },
    };
    const other = await startOtherServer(({ url = '' }, response) => {
      const page = pages[url.replace(/\?.*/, '')];
      const refusal = { error: 'invalid_request', message: hostile, valid_states: [hostile] };
      response.writeHead(page === undefined ? 400 : 200).end(JSON.stringify(page ?? refusal));
    });
    const interrupt = new AbortController();
    const options = {
      columns: 120,
      env: { SLIPWAY_HOST: other.address, SLIPWAY_PROJECT: '1', NO_COLOR: '1' },
      signal: interrupt.signal,
    };
    const written: string[] = [];
    for (const line of [
      ['build', 'list'],
      ['member', 'list'],
      ['project', 'use', '1'],
      ['task', 'create', '--title', 'Oil it'],
      ['task', 'edit', '1', '--title', 'Oil it'],
    ]) {
      const { out, err } = await slipway(line, options);
      written.push(out + err);
    }
    const onWrite = (text: string) => void (text.includes('clear') && interrupt.abort());
    const events = await slipway(['events', '--follow'], { ...options, onWrite });
    for (const text of [...written, events.out]) {
      expect(text).toContain('[2Jclear');
      expect(controlsIn(text)).toEqual([]);
    }
  });

  it('keeps the colors of a log, and resets them at the end of each line', async () => {
    const content = '\u001B[31mred \u001B[2Jclear\nplain\u0007';
    const log = { create: { content, receivedAt: new Date() } };
    const { id } = await service.make.buildRun(project, { status: 'failed', hasLog: true, log });
    const read = async (env: Record<string, string>) =>
      (await slipway(['build', 'log', String(id)], { columns: 80, env })).out;
    expect(await read({})).toBe('\u001B[31mred [2Jclear\u001B[0m\nplain\n');
    expect(await read({ NO_COLOR: '1' })).toBe('[31mred [2Jclear\nplain\n');
  });
});
