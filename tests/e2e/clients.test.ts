import { describe, expect, it } from '@jest/globals';
import { runCli } from '@slipway/cli';
import { startService } from './service.js';

const service = await startService();
const { userId } = await service.make.studio();
const { token } = await service.make.apiToken(userId, { scopes: ['ping', 'read:tasks'] });

async function slipway(args: string[], env: Record<string, string>) {
  const [out, err]: string[][] = [[], []];
  const code = await runCli(args, {
    env: { SLIPWAY_HOST: service.apiUrl, ...env },
    write: (line) => out?.push(line),
    writeError: (line) => err?.push(line),
  });
  return { code, out: out?.join('\n'), err: err?.join('\n') };
}

describe('slipway ping', () => {
  it('prints that the token works and lists its scopes', async () => {
    const { code, out } = await slipway(['ping'], { SLIPWAY_TOKEN: token });
    expect([code, out]).toEqual([0, expect.stringMatching(/^ok\t.+\tping read:tasks$/)]);
  });

  it('exits with 4 when it needs a token, and with 1 for an unknown command or an unreachable service', async () => {
    expect(await slipway(['ping'], {})).toMatchObject({ code: 4, err: expect.stringContaining('SLIPWAY_TOKEN') });
    expect((await slipway(['pong'], {})).code).toBe(1);
    const unreachable = await slipway(['ping'], { SLIPWAY_HOST: 'http://127.0.0.1:1' });
    expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
  });
});
