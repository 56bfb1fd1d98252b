import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Behavior, host, service } from './faulty-service.js';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine, PATIENT, senders } from './run.js';

const machine = await newMachine();

describe('report-build.ps1', () => {
  const newOutbox = () => mkdtemp(join(machine.folder, 'outbox-'));
  const report = async (more: Record<string, string> = {}) => {
    const script = await readFile(join(senders, 'report-build.ps1'), 'utf8');
    const env = {
      ...PATIENT,
      SLIPWAY_HOST: host,
      SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64),
      SLIPWAY_OUTBOX: await newOutbox(),
      SLIPWAY_JOB: 'slow',
      SLIPWAY_BUILD_NUMBER: '1',
      SLIPWAY_STRICT: '1',
      ...more,
    };
    return runPowershell(machine, script, { env, args: ['success'] });
  };

  it.each<[Behavior, string]>([
    ['is another site', 'not from Slipway'],
    ['is a proxy that refuses', '403'],
    ['hangs', 'did not accept'],
  ])('keeps a report if the server %s', async (behaviour, message) => {
    service.small = behaviour;
    const more = { SLIPWAY_TIMEOUT: '2', SLIPWAY_OUTBOX: await newOutbox() };
    expect(await report(more)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    service.small = 200;
    expect(await report({ ...more, ...PATIENT })).toMatchObject({ code: 0, stderr: '' });
    expect(service.received).toHaveLength(2);
  });

  it('sends a report once if its outbox cannot be written', async () => {
    expect(await report({ SLIPWAY_OUTBOX: '/dev/null' })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^slipway: the outbox .* cannot be written; the report is sent only once\n$/),
    });
    expect(service.received).toHaveLength(1);
  });
});
