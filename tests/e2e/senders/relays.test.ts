import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newMachine, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();

const relay = async (script: string, args: readonly string[], input = '') =>
  machine.run('node', [join(senders, script), ...args], {
    env: {
      SLIPWAY_HOST: studio.host,
      SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf(script.slice(0, script.indexOf('/'))),
    },
    input,
  });

describe('the Lore relay', () => {
  const revisions = ['One', 'Two', 'Three', 'Four', 'Five'].map((message, index) => ({
    id: String(index + 1).repeat(64),
    parent: index === 0 ? '' : String(index).repeat(64),
    message,
  }));

  const quoted = (lines: readonly unknown[]) => lines.map((line) => `'${JSON.stringify(line)}'`).join(' ');

  /** Installs a `lore` that knows all revisions and reports some pushes. */
  async function pushing(...numbers: readonly number[]): Promise<void> {
    const infos = revisions.map(({ id, parent, message }) => {
      const lines = [
        {
          tagName: 'revisionInfo',
          data: { repository: 'harbor', revision: id, revisionNumber: 7, parent: [parent] },
        },
        { tagName: 'metadata', data: { key: 'message', value: message } },
        { tagName: 'revisionInfoDelta', data: { path: 'Content/Sloop.uasset', action: 'add', flagFile: true } },
      ];
      return `*${id}*) printf '%s\\n' ${quoted(lines)} ;;`;
    });
    const pushes = numbers.map((number) => ({
      tagName: 'notificationBranchPushed',
      data: { revision: revisions[number - 1]?.id, branch: 'f00d', userId: 'mira' },
    }));
    const subscribed = quoted([{ tagName: 'notificationSubscribed', data: {} }, ...pushes]);
    const script = ['case "$*" in', `*subscribe*) printf '%s\\n' ${subscribed} ;;`, ...infos, 'esac'];
    await machine.install('lore', script.join('\n'));
  }

  it('reports every revision of a push with its files, and resumes there after a restart', async () => {
    await pushing(1, 3);
    expect(await relay('lore/lore-relay.mjs', ['harbor'])).toEqual({ code: 0, stdout: '', stderr: '' });
    await pushing(5);
    expect(await relay('lore/lore-relay.mjs', ['harbor'])).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const { id, message } of revisions)
      expect(await studio.change(id, message)).toMatchObject({ file_count: 1, display_identifier: 'r7' });
    expect(await studio.outcomes('lore', revisions.length)).toEqual(Array(revisions.length).fill('applied'));
  });
});

describe('the Diversion relay', () => {
  const commit = (number: number, message: unknown = `Commit ${number}`) => ({
    commit_id: `dv.commit.${number}`,
    commit_message: message,
    created_ts: 1_793_619_000 + number,
  });
  const read = (...commits: readonly unknown[]) =>
    relay('diversion/diversion-relay.mjs', ['dv.repo.1'], commits.map((each) => JSON.stringify(each)).join('\n'));

  it('reports a commit once, however often it is read', async () => {
    expect(await read(commit(1), commit(2))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await read(commit(1), commit(2), commit(3))).toEqual({ code: 0, stdout: '', stderr: '' });
    await studio.change('dv.commit.3', 'Commit 3');
    expect(await studio.outcomes('diversion', 3)).toEqual(Array(3).fill('applied'));
  });

  it('skips a refused commit, and reports it only once', async () => {
    const refused = { ...commit(4), commit_id: { wrong: true } };
    expect(await read(commit(3), refused, commit(5))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^slipway: .* was refused and skipped: 422 .*\n$/),
    });
    expect(await read(commit(3), refused, commit(5))).toMatchObject({ code: 0, stderr: '' });
    await studio.change('dv.commit.5', 'Commit 5');
  });

  it('leaves commits that the service cannot accept for the next run', async () => {
    studio.proxy.cut();
    const problem = expect.stringContaining('the rest is left for the next run');
    expect(await read(commit(5), commit(6))).toMatchObject({ code: 1, stderr: problem });
    studio.proxy.restore();
    expect(await read(commit(5), commit(6))).toMatchObject({ code: 0, stderr: '' });
    await studio.change('dv.commit.6', 'Commit 6');
  });
});
