import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ensureProgram } from '@slipway/local';
import { type Behavior, host, service } from './faulty-service.js';
import { newMachine, senders } from './run.js';

// Runs the script with Mono, which is what the Unity editor runs it with, in a stand-in for the editor.

const { folder, run } = await newMachine();
const execute = promisify(execFile);
const compiler = await findCompiler().catch(() => null);
const withMono = compiler === null ? describe.skip : describe;

/** Without root, Mono may be unpacked to a place where it does not work. */
async function findCompiler(): Promise<string> {
  const found = await ensureProgram('mono', { PATH: '/usr/bin:/bin' });
  for (const program of [found, 'mono']) await execute(program, ['--version']);
  return found;
}

withMono('the Unity script', () => {
  async function newProject() {
    const program = join(folder, 'build.exe');
    const sources = [
      join(senders, 'unity/Editor/SlipwayBuildReporter.cs'),
      fileURLToPath(new URL('unity/build.cs', import.meta.url)),
    ];
    await execute(compiler ?? '', ['-define:UNITY_EDITOR', `-out:${program}`, ...sources]);
    const project = await mkdtemp(join(folder, 'project-'));
    const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64), SLIPWAY_BUILD_NUMBER: '7' };
    return {
      build: () => run('mono', [program], { env, folder: project }),
      kept: async () =>
        (await readdir(join(project, 'Library/SlipwayOutbox'), { recursive: true })).filter((path) =>
          path.endsWith('.report'),
        ),
    };
  }

  it.each<Behavior>(['hangs', 'never ends its answer'])(
    'gives a build one time limit for both of its reports, and keeps them, if the service %s',
    async (behaviour) => {
      const { build, kept } = await newProject();
      service.small = behaviour;
      expect(await build()).toMatchObject({ code: 0, stderr: expect.stringContaining('Slipway: ') });
      expect(service.tried).toBe(1);
      expect(await kept()).toHaveLength(2);
      service.small = 200;
      expect(await build()).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(service.received).toHaveLength(4);
      expect(await kept()).toEqual([]);
    },
  );

  it.each<Behavior>(['is another site', 'is a proxy that refuses', 'drops mid-body', 503])(
    'keeps a report that Slipway did not answer: the server %s',
    async (behaviour) => {
      const { build, kept } = await newProject();
      service.small = behaviour;
      expect(await build()).toMatchObject({ code: 0 });
      expect(await kept()).toHaveLength(2);
    },
  );
});
