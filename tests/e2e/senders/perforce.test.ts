import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { setupOf } from '@slipway/providers/setups';
import { newMachine, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();
const { host } = studio;

async function trigger(args: readonly string[], more: Record<string, string> = {}) {
  const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('perforce'), ...more };
  return machine.run('sh', [join(senders, 'perforce/p4-trigger.sh'), ...args], { env });
}

const describedAs = (description: string, status = 'submitted') =>
  JSON.stringify({
    change: '48213',
    user: 'mira',
    client: 'mira-ws',
    time: '1793619000',
    desc: description,
    status,
    depotFile0: '//harbor/main/Quay.umap',
    action0: 'edit',
  });

describe('the Perforce trigger', () => {
  it('reports a submitted changelist with its files, and again when its description is edited', async () => {
    await machine.install('p4', `cat ${join(machine.folder, 'described.json')}`);
    await writeFile(join(machine.folder, 'described.json'), `${describedAs('Relight the "quay"')}\n`);
    expect(await trigger(['change', '48213'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const change = await studio.change('48213', 'Relight the "quay"');
    expect(change).toMatchObject({ display_identifier: 'CL 48213', file_count: 1, source_type: 'Changelist' });
    await writeFile(join(machine.folder, 'described.json'), `${describedAs('Relight the north quay')}\n`);
    await trigger(['form', '48213']);
    expect((await studio.change('48213', 'Relight the north quay')).id).toBe(change.id);
  });

  it('runs with the lines in triggers.txt, which contain no token', async () => {
    await cp(senders, join(machine.folder, 'slipway'), { recursive: true });
    const settings = `SLIPWAY_HOST=${host}\nSLIPWAY_WEBHOOK_TOKEN=${await studio.tokenOf('perforce')}\n`;
    await writeFile(join(machine.folder, 'slipway/perforce/slipway.env'), settings, { mode: 0o600 });
    await writeFile(join(machine.folder, 'described.json'), `${describedAs('Relight the pier')}\n`);
    const triggers = await readFile(join(senders, 'perforce/triggers.txt'), 'utf8');
    const commands = [...triggers.matchAll(/\t.*"\/p4\/(.*)"/g)].map(([, command = '']) => command);
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const line = command.replace(/%\w+%/, '48215');
      expect(await machine.run('sh', ['-c', `./${line}`], {})).toMatchObject({ code: 0, stderr: '' });
    }
    await studio.change('48215', 'Relight the pier');
    await studio.outcomes('perforce', 4);
  });

  it('uses the port, user and ticket of its settings, else the port of the trigger', async () => {
    await machine.install('p4', `printf '{"change":"1","desc":"%s %s %s"}' "$P4PORT" "$P4USER" "$P4PASSWD"`);
    const account = { P4USER: 'slipway', P4PASSWD: 'A1B2C3' };
    const submit = (change: string, env: Record<string, string>) =>
      trigger(['change', change, 'ssl:p4.example.com:1666'], env);
    await submit('48220', account);
    await studio.change('48220', 'ssl:p4.example.com:1666 slipway A1B2C3');
    await submit('48221', { ...account, P4PORT: 'edge:1667' });
    await studio.change('48221', 'edge:1667 slipway A1B2C3');
  });

  it('warns once while p4 fails, and reports the changelists without author and files', async () => {
    await machine.install('p4', 'echo "Perforce password (P4PASSWD) invalid or unset." >&2; exit 1');
    const submit = (change: string) => trigger(['change', change]);
    expect(await submit('48230')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^slipway: p4 describe failed, .* without author and files: Perforce password \(P4PASSWD\) invalid or unset\.\n$/,
      ),
    });
    expect(await submit('48231')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await studio.change('48231', '')).toMatchObject({ file_count: null });
    await machine.install('p4', `echo '${describedAs('It works again')}'`);
    expect((await submit('48213')).stderr).toBe('');
    await machine.install('p4', 'exit 1');
    expect((await submit('48232')).stderr).toContain('p4 describe failed');
    await studio.outcomes('perforce', 10);
  });

  it('reports neither pending changelists nor new forms, and never fails', async () => {
    await machine.install('p4', `cat ${join(machine.folder, 'described.json')}`);
    const before = await studio.outcomes('perforce', 10);
    await writeFile(join(machine.folder, 'described.json'), `${describedAs('Later', 'pending')}\n`);
    for (const args of [['form', '48214'], ['form', 'new'], ['change', '%changelist%'], []])
      expect(await trigger(args)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await studio.outcomes('perforce', 4)).toEqual(before);
  });
});

describe('the Perforce trigger of the console', () => {
  it('reports a changelist with port, user and ticket, and warns once when p4 fails', async () => {
    const token = await studio.tokenOf('perforce');
    const [first, second] = setupOf('perforce')?.steps({ baseUrl: studio.host, token, secret: null }) ?? [];
    const script = (first?.code?.text ?? '').replaceAll('/p4/triggers', machine.folder);
    await writeFile(join(machine.folder, 'slipway.sh'), script);
    const [, args = ''] = /slipway\.sh (.*)"$/.exec(second?.code?.text ?? '') ?? [];
    const submit = (change: string) => {
      const line = args.replace('%changelist%', change).replace('%serverport%', 'ssl:p4.example.com:1666');
      return machine.run('sh', ['-c', `sh ./slipway.sh ${line}`], {});
    };
    await machine.install('p4', 'echo "Perforce password (P4PASSWD) invalid or unset." >&2; exit 1');
    expect((await submit('48213')).stderr).toMatch(
      /p4 failed, .*: Perforce password \(P4PASSWD\) invalid or unset\.\n$/,
    );
    expect(await submit('48214')).toMatchObject({ code: 0, stderr: '' });
    const described = {
      change: '48215',
      user: 'mira',
      client: 'ws',
      desc: '$P4PORT $P4USER $P4PASSWD',
      status: 'submitted',
    };
    const output = JSON.stringify(described).replaceAll('"', '\\"');
    await machine.install('p4', `echo "${output}"`);
    expect(await submit('48215')).toMatchObject({ code: 0, stderr: '' });
    await studio.change('48215', 'ssl:p4.example.com:1666 slipway TICKET');
    await machine.install('p4', 'exit 1');
    expect((await submit('48216')).stderr).toContain('p4 failed');
  });
});
